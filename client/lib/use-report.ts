import { useSearchParams } from 'react-router-dom'

/** What a menu offers to report. The dialog offers what belongs to it, such as the photo of a profile. */
type Reported = 'profile' | 'event' | 'announcement' | 'note'

/** Opens the report dialog over the screen: `&report={kind}:{id}`, in the query like every place without a path. */
export function useReport() {
  const [, setSearch] = useSearchParams()
  return (kind: Reported, id: string) =>
    setSearch((search) => {
      search.set('report', `${kind}:${id}`)
      return search
    })
}
