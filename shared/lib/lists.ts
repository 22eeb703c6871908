/** Lists of names as the language writes them. */
import { locale } from './language/current.ts'

/** Created when it is first used, as for numbers. */
let lists: Intl.ListFormat | undefined
let listsOf = ''

/** `Ada, Ben and Chi`. */
export function formatList(items: readonly string[]) {
  if (!lists || listsOf !== locale()) {
    listsOf = locale()
    lists = new Intl.ListFormat(listsOf)
  }
  return lists.format(items)
}
