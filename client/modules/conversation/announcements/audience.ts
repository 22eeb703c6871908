import * as m from '#shared/conversation/messages.ts'
import type { AnnouncementAudience } from '#shared/conversation/organiser-messages/schema.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { formatList } from '#shared/lib/lists.ts'

export const audienceSize = ({ going, waitlisted, offered, maybe }: AnnouncementAudience) =>
  going + waitlisted + offered + maybe

/** The audience of an announcement; without numbers until `counts` are loaded. */
export function audienceLabel({ status }: Pick<EventDetails, 'status'>, audience?: AnnouncementAudience) {
  const withLater = (sentence: string) =>
    status === 'published' ? `${sentence} ${m.announcementLater()}` : sentence
  if (!audience) return withLater(m.announcementAnyone())
  const { going, waitlisted, offered, maybe } = audience
  const groups = [
    [going, 'going'],
    [waitlisted + offered, 'waitlist'],
    [maybe, 'maybe'],
  ] as const
  const present = groups.filter(([count]) => count > 0)
  if (present.length === 0) return status === 'published' ? m.announcementNobodyYet() : m.announcementNobody()
  const breakdown = formatList(present.map(([count, group]) => m.announcementGroup({ group, count })))
  return withLater(m.announcementAudience({ count: audienceSize(audience), groups: breakdown }))
}
