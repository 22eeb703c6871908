import { useSearchParams } from 'react-router-dom'

/**
 * The parameters of the URL, so that back, reload and a shared link show the same, and a change of some of them: an
 * empty value removes one. The page keeps its scroll position.
 */
export function useUrlParams() {
  const [params, setParams] = useSearchParams()
  const change = <C extends { [N in keyof C]: string | undefined }>(changes: C, replace = false): void =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries<string | undefined>(changes))
          if (value) now.set(name, value)
          else now.delete(name)
        return now
      },
      { replace, preventScrollReset: true },
    )
  return [params, change] as const
}
