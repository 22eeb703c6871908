import { useSearchParams } from 'react-router-dom'

export const FILTERS = ['industry', 'city', 'keyword'] as const
export type Filter = (typeof FILTERS)[number]
export type DirectoryFilter = Record<'q' | Filter, string>

/** Search and filters are part of the URL. A filter adds a history entry; typing does not. */
export function useDirectoryFilter() {
  const [params, setParams] = useSearchParams()
  const param = (name: keyof DirectoryFilter) => params.get(name) ?? ''
  const filter = {
    q: param('q'),
    industry: param('industry'),
    city: param('city'),
    keyword: param('keyword'),
  }

  const change = (changes: Partial<DirectoryFilter>): void =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(changes))
          if (value) now.set(name, value)
          else now.delete(name)
        return now
      },
      { replace: Object.keys(changes).join() === 'q', preventScrollReset: true },
    )

  return { filter, change }
}

export const NO_FILTER: DirectoryFilter = { q: '', industry: '', city: '', keyword: '' }
export const isFiltered = (filter: DirectoryFilter) => Object.values(filter).some(Boolean)
