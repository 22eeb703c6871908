import { useUrlParams } from '#client/lib/use-url-params.ts'

/** Subjects that a menu offers to report. The dialog also offers their parts, such as the photo of a profile. */
type Reported = 'profile' | 'event' | 'announcement' | 'post' | 'note'

/**
 * Opens the report dialog over the screen: `&report={kind}:{id}`, in the query like every state without its own
 * path.
 */
export function useReport() {
  const [, change] = useUrlParams()
  return (kind: Reported, id: string) => change({ report: `${kind}:${id}` })
}
