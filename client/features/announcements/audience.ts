import type { RosterPage } from '#shared/roster.ts'
import type { EventDetails } from '#shared/events.ts'
import { counted } from '#client/features/events/labels.ts'

type Counts = Pick<RosterPage['counts'], 'going' | 'waitlisted' | 'offered' | 'maybe'>

const inOneList = new Intl.ListFormat('en-GB')

/** Who reads an announcement; `counts` once they are known. */
export function audienceLabel({ status }: Pick<EventDetails, 'status'>, counts?: Counts) {
  const later = status === 'published' ? ' So does whoever joins them later.' : ''
  if (!counts) return `Everyone who is going, waiting for a seat or undecided reads it.${later}`
  const { going, waitlisted, offered, maybe } = counts
  const groups = [
    [going, 'going'],
    [waitlisted + offered, 'waiting for a seat'],
    [maybe, 'undecided'],
  ] as const
  const some = groups.filter(([count]) => count > 0)
  if (some.length === 0) return `Nobody takes part who would read it.${later && ' Whoever joins later will.'}`
  const all = some.reduce((sum, [count]) => sum + count, 0)
  const who = inOneList.format(some.map(([count, what]) => `${count} ${what}`))
  return `${counted(all, 'member')} ${all === 1 ? 'reads' : 'read'} it: ${who}.${later}`
}
