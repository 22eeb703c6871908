import * as m from '#shared/lib/messages.ts'

interface Findable {
  label: string
  words?: string
}

/** Whether each word of the query begins a word of the option, ignoring accents and case. */
export function matches({ label, words = '' }: Findable, query: string) {
  const known = wordsOf(`${label} ${words}`)
  const wanted = wordsOf(query)
  return (
    (wanted.length > 0 || query.trim() === '') &&
    wanted.every((start) => known.some((word) => word.startsWith(start)))
  )
}

/** Error for a search without letters, digits and emoji, which finds nothing. */
export const searchError = (query: string) =>
  query.trim() !== '' && !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(query) ? m.searchRule() : undefined

/** Words without accents and case. `+`, `-` and `:` belong to a word: people search for `+05:30` and `14:05`. */
export const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('−', '-')
    .toLowerCase()
    .split(/[^\p{L}\p{N}+:-]+/u)
    .filter(Boolean)
