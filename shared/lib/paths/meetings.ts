import { paths } from '#shared/lib/paths.ts'

/** Separate from `paths`, which every page downloads. */
export const meetingPath = (meetingId: string) => pathWith({ meeting: meetingId })

interface Prefill {
  /** Member ids of people to invite. */
  people?: readonly string[]
  /** Origin of the meeting. */
  source?: { kind: 'introduction' | 'event'; id: string }
}

/** The form for a new meeting. */
export function newMeetingPath({ people = [], source }: Prefill = {}) {
  const prefill = {
    ...(people.length > 0 && { with: people.join(',') }),
    ...(source && { [source.kind]: source.id }),
  }
  return Object.keys(prefill).length > 0 ? pathWith(prefill) : paths.createGrowthMeeting
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

const pathWith = (query: Record<string, string>) =>
  `${paths.createGrowthMeeting}?${new URLSearchParams(query).toString()}`
