import { useUrlParams } from '#client/lib/use-url-params.ts'

export const FILTERS = ['industry', 'city', 'keyword'] as const
export type Filter = (typeof FILTERS)[number]
/** With the address of a chapter, or `mine`, which has no field of its own. */
export const SCOPED_FILTERS = [...FILTERS, 'chapter'] as const
/** `asTyped` is not empty to search for a word with a typing error as it is. */
export type DirectoryFilter = Record<'q' | 'asTyped' | (typeof SCOPED_FILTERS)[number], string>

/** Search and filters are part of the URL. A filter adds a history entry; typing does not. */
export function useDirectoryFilter() {
  const [params, setParams] = useUrlParams()
  const param = (name: keyof DirectoryFilter) => params.get(name) ?? ''
  const filter = {
    q: param('q'),
    asTyped: param('asTyped'),
    industry: param('industry'),
    city: param('city'),
    keyword: param('keyword'),
    chapter: param('chapter'),
  }

  const change = (changes: Partial<DirectoryFilter>): void => setParams(changes, 'q' in changes)

  return { filter, change }
}

export const NO_FILTER: DirectoryFilter = {
  q: '',
  asTyped: '',
  industry: '',
  city: '',
  keyword: '',
  chapter: '',
}
export const isFiltered = (filter: DirectoryFilter) =>
  Boolean(filter.q) || SCOPED_FILTERS.some((name) => filter[name])
