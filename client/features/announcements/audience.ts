import type { AnnouncementAudience } from '#shared/announcements.ts'
import type { EventDetails } from '#shared/events.ts'
import { pluralise } from '#client/features/events/labels.ts'

const list = new Intl.ListFormat('en-GB')

export const audienceSize = ({ going, waitlisted, offered, maybe }: AnnouncementAudience) =>
  going + waitlisted + offered + maybe

/** Who will see an announcement; without numbers until `counts` are loaded. */
export function audienceLabel({ status }: Pick<EventDetails, 'status'>, audience?: AnnouncementAudience) {
  const later = status === 'published' ? ' Members who RSVP later will see it, too.' : ''
  if (!audience) return `Members who are going, on the waitlist or maybe will see this.${later}`
  const { going, waitlisted, offered, maybe } = audience
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
  const breakdown = list.format(present.map(([count, state]) => `${count} ${state}`))
  return `${pluralise(audienceSize(audience), 'member')} will see this: ${breakdown}.${later}`
}
