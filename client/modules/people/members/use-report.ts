import { useSearchParams } from 'react-router-dom'

/** Subjects that a menu offers to report. The dialog also offers their parts, such as the photo of a profile. */
type Reported = 'profile' | 'event' | 'announcement' | 'post' | 'note'

/**
 * Opens the report dialog over the screen: `&report={kind}:{id}`, in the query like every state without its own
 * path.
 */
export function useReport() {
  const [, setSearch] = useSearchParams()
  return (kind: Reported, id: string) =>
    setSearch((search) => {
      search.set('report', `${kind}:${id}`)
      return search
    })
}
