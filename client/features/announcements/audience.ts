import type { EventDetails } from '#shared/events.ts'
import type { RosterPage } from '#shared/roster.ts'
import { pluralise } from '#client/features/events/labels.ts'

type Counts = Pick<RosterPage['counts'], 'going' | 'waitlisted' | 'offered' | 'maybe'>

const list = new Intl.ListFormat('en-GB')

/** Who will see an announcement; without numbers until `counts` are loaded. */
export function audienceLabel({ status }: Pick<EventDetails, 'status'>, counts?: Counts) {
  const later = status === 'published' ? ' Members who RSVP later will see it, too.' : ''
  if (!counts) return `Members who are going, on the waitlist or maybe will see this.${later}`
  const { going, waitlisted, offered, maybe } = counts
  const groups = [
    [going, 'going'],
    [waitlisted + offered, 'on the waitlist'],
    [maybe, 'maybe'],
  ] as const
  const present = groups.filter(([count]) => count > 0)
  if (present.length === 0)
    return status === 'published'
      ? 'No one has RSVP’d yet. Members who RSVP later will see this.'
      : 'No one has RSVP’d.'
  const total = present.reduce((sum, [count]) => sum + count, 0)
  const breakdown = list.format(present.map(([count, state]) => `${count} ${state}`))
  return `${pluralise(total, 'member')} will see this: ${breakdown}.${later}`
}
