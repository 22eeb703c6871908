import { paths } from '#shared/lib/paths.ts'
import { givenParams } from '#shared/lib/query.ts'

/** Separate from `paths`, which every page downloads. */
export const meetingPath = (meetingId: string) => pathWith({ meeting: meetingId })

interface Prefill {
  /** Member ids of people to invite. */
  people?: readonly string[]
  /** Origin of the meeting. */
  source?: { kind: 'introduction' | 'event' | 'ask'; id: string }
}

/** The form for a new meeting. */
export function newMeetingPath({ people = [], source }: Prefill = {}) {
  const origin = source ? { [source.kind]: source.id } : {}
  return pathWith({ with: people.join(','), ...origin })
}

/** The form for the first meeting of two members who were introduced, or who chose each other after an event. */
export const firstMeetingPath = ({
  id,
  member,
  event,
}: {
  id: string
  member: { id: string }
  event?: string
}) =>
  newMeetingPath({
    people: [member.id],
    source: event === undefined ? { kind: 'introduction', id } : { kind: 'event', id: event },
  })

function pathWith(query: Record<string, string | undefined>) {
  const search = new URLSearchParams(givenParams(query))
  return search.size > 0 ? `${paths.createGrowthMeeting}?${search}` : paths.createGrowthMeeting
}
