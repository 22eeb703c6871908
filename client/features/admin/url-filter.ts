import { useSearchParams } from 'react-router-dom'

/**
 * Search and filters of a list, which live in the URL under these names; one that is absent is ''. A filter adds a
 * history entry; typing a search (`q`) does not.
 */
export function useUrlFilter<N extends string>(names: readonly N[]) {
  const [params, setParams] = useSearchParams()
  const filter = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<N, string>
  const change = (changes: Partial<Record<N, string>>): void =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries<string | undefined>(changes))
          if (value) now.set(name, value)
          else now.delete(name)
        return now
      },
      { replace: Object.keys(changes).join() === 'q', preventScrollReset: true },
    )
  return { filter, change, isFiltered: names.some((name) => name !== 'sort' && filter[name]) }
}
