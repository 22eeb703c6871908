import type { Dashboard } from '#shared/dashboard.ts'
import { paths } from '#shared/paths.ts'
import type { Span } from '#client/lib/time/when.ts'

export interface Entry extends Span {
  id: string
  kind: string
  title: string
  cancelled: boolean
  to: string
}

const MINUTE = 60_000

/** Events and meetings as one agenda, in the order in which they begin. */
export const entriesOf = ({ events, meetings }: Dashboard['nextSevenDays'], zone: string): Entry[] =>
  [
    ...events.map(({ id, title, startsAt, endsAt, timeZone, allDay, status, venueName }) => ({
      id,
      kind: venueName ? `Event at ${venueName}` : 'Event',
      title,
      startsAt,
      endsAt,
      timeZone,
      allDay,
      cancelled: status === 'cancelled',
      to: paths.event(id),
    })),
    ...meetings.flatMap(({ id, purpose, status, startsAt, durationMinutes }) =>
      startsAt
        ? [
            {
              id,
              kind: 'Growth meeting',
              title: purpose,
              startsAt,
              endsAt: new Date(Date.parse(startsAt) + durationMinutes * MINUTE).toISOString(),
              timeZone: zone,
              allDay: false,
              cancelled: status === 'cancelled',
              to: paths.createGrowthMeeting,
            },
          ]
        : [],
    ),
  ].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
