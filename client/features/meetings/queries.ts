import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { CONFIRMATION_OPENS } from '#shared/meeting-rules.ts'
import type {
  BestTimes,
  MeetingDetails,
  MeetingListItem,
  MeetingLists,
  MeetingPeople,
} from '#shared/meetings.ts'
import type { MemberCard, MemberProfile } from '#shared/members.ts'
import { changesAt, liveQuery, LONGEST_INTERVAL } from '#client/lib/live-query.ts'
import { pagedQuery, urlWith } from '#client/lib/pages.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { request } from '#client/lib/request.ts'

import { endOf } from './times.ts'

export const MEETINGS_URL = '/api/meetings'

export const meetingUrl = (meetingId: string, ...rest: string[]) =>
  [MEETINGS_URL, encodeURIComponent(meetingId), ...rest.map(encodeURIComponent)].join('/')

/** Others propose, answer and cancel while the lists are open. */
const LISTS_INTERVAL = 60_000

export const meetingLists = queryOptions({
  queryKey: ['meetings', 'lists'],
  queryFn: ({ signal }) => request<MeetingLists>(MEETINGS_URL, { signal }),
  ...liveQuery({ view: 'meetings', pollEvery: () => LISTS_INTERVAL }),
})

export const pastMeetings = pagedQuery<MeetingListItem>(['meetings', 'past'], `${MEETINGS_URL}/past`)

export const meetingDetails = (meetingId: string) =>
  queryOptions({
    queryKey: ['meetings', 'details', meetingId],
    queryFn: ({ signal }) => request<MeetingDetails>(meetingUrl(meetingId), { signal }),
    ...liveQuery<MeetingDetails>({ view: `meeting:${meetingId}`, pollEvery: pollInterval, changesIn }),
  })

/** Votes come in from others, and may schedule the meeting at any time. */
const VOTES_INTERVAL = 15_000
const CONFIRMATIONS_INTERVAL = 60_000

export function pollInterval(meeting: MeetingDetails | undefined): number | false {
  switch (meeting?.status) {
    case 'proposed':
    case 'rescheduled':
      return VOTES_INTERVAL
    case 'scheduled':
      // Others may cancel it; without a stream that is seen when the page is opened again.
      return LONGEST_INTERVAL
    case 'awaitingConfirmation':
      return CONFIRMATIONS_INTERVAL
    default:
      return false
  }
}

/** A scheduled meeting can be confirmed a while after its end. */
export function changesIn(meeting: MeetingDetails | undefined): number | false {
  return meeting?.status === 'scheduled' && changesAt(Date.parse(endOf(meeting)) + CONFIRMATION_OPENS)
}

/** @param q prefixes of words; empty for those with the best reasons */
export const meetingPeople = (q: string) =>
  queryOptions({
    queryKey: ['meetings', 'people', q],
    queryFn: ({ signal }) => request<MeetingPeople>(urlWith(`${MEETINGS_URL}/people`, { q }), { signal }),
  })

/** Someone to invite whom a link names; null where the viewer cannot see them. */
export const invitedMember = (memberId: string) =>
  queryOptions({
    queryKey: ['meetings', 'invited', memberId],
    queryFn: async ({ signal }): Promise<MemberCard | null> => {
      try {
        return await request<MemberProfile>(`/api/members/${encodeURIComponent(memberId)}`, { signal })
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null
        throw error
      }
    },
  })

/** @param participants member ids without the viewer's */
export const bestTimes = (participants: readonly string[], durationMinutes: number) =>
  queryOptions({
    queryKey: ['meetings', 'best-times', participants.toSorted(), durationMinutes],
    queryFn: ({ signal }) =>
      request<BestTimes>(`${MEETINGS_URL}/best-times`, {
        method: 'POST',
        body: { participants, durationMinutes },
        signal,
      }),
    enabled: participants.length > 0,
  })

/** Everything else that shows meetings, or when someone has time. */
const AFFECTED = [
  ['meetings', 'lists'],
  ['meetings', 'past'],
  ['meetings', 'best-times'],
  ['dashboard'],
  ['member-introductions'],
  ['connection'],
  ['members'],
  ['calendar'],
]

export const meetingsChanged = (cache: QueryClient) =>
  Promise.all(AFFECTED.map((queryKey) => cache.invalidateQueries({ queryKey })))

export async function showMeeting(cache: QueryClient, meeting: MeetingDetails) {
  // An answer under way predates it.
  await cache.cancelQueries({ queryKey: meetingDetails(meeting.id).queryKey })
  cache.setQueryData(meetingDetails(meeting.id).queryKey, meeting)
  await meetingsChanged(cache)
}
