import { useSearchParams } from 'react-router-dom'

/** The text searched for, in the URL. Typing is no step that one goes back through. */
export function useSearch() {
  const [params, setParams] = useSearchParams()
  const search = (text: string): void =>
    setParams(
      (now) => {
        if (text) now.set('q', text)
        else now.delete('q')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return [params.get('q') ?? '', search] as const
}
