import { formatSpan } from '#shared/lib/date-style.ts'
import * as m from '#shared/lib/messages.ts'
import type { Span } from './when.ts'

/**
 * The time by the viewer's own clock, such as `Thursday 3 December 2026 at 19:00–21:00, your time`. Undefined if that
 * clock shows the same as the event's, and for all-day events. Imports little, since `boot.ts` and the landing page
 * use it: the name of a zone would need a table.
 */
export function ownWhen(
  { startsAt, endsAt, timeZone, allDay }: Span,
  viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
) {
  if (allDay || viewerZone === timeZone) return
  // The same format as that of the event's own time, which the server writes beside it.
  const read = (zone: string) =>
    formatSpan(new Date(startsAt), new Date(endsAt), {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone: zone,
    })
  const own = read(viewerZone)
  if (own === read(timeZone)) return
  return `${own}, ${m.yourTime()}`
}
