import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import type { Interval } from '#shared/meetings/intervals.ts'
import { CONFIRMATION_OPENS } from '#shared/meetings/rules.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import type { MemberProfile } from '#shared/people/members.ts'
import { changesAt, liveQuery, MAX_INTERVAL } from '#client/lib/live-query.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

import { endOf } from './times.ts'

/** Others propose, answer and cancel while the lists are open. */
const LISTS_INTERVAL = MINUTE

export const meetingLists = queryOptions({
  ...routeQuery(['meetings', 'lists'], 'GET /api/meetings'),
  ...liveQuery({ view: 'meetings', pollEvery: () => LISTS_INTERVAL }),
})

export const pastMeetings = pagedQuery(['meetings', 'past'], ({ cursor, signal }) =>
  request('GET /api/meetings/past', { query: { cursor }, signal }),
)

export const meetingDetails = (meetingId: string) =>
  queryOptions({
    ...routeQuery(['meetings', 'details', meetingId], 'GET /api/meetings/:meetingId', {
      params: { meetingId },
    }),
    ...liveQuery<MeetingDetails>({ view: `meeting:${meetingId}`, pollEvery: pollInterval, changesIn }),
  })

/** Votes of others may schedule the meeting at any time. */
const VOTES_INTERVAL = 15 * SECOND
const CONFIRMATIONS_INTERVAL = MINUTE

export function pollInterval(meeting: MeetingDetails | undefined): number | false {
  switch (meeting?.status) {
    case 'proposed':
    case 'rescheduled':
      return VOTES_INTERVAL
    case 'scheduled':
      // Others may cancel it; without a stream, that is shown when the page is opened again.
      return MAX_INTERVAL
    case 'awaitingConfirmation':
      return CONFIRMATIONS_INTERVAL
    default:
      return false
  }
}

/** A scheduled meeting can be confirmed some time after its end. */
export function changesIn(meeting: MeetingDetails | undefined): number | false {
  return meeting?.status === 'scheduled' && changesAt(Date.parse(endOf(meeting)) + CONFIRMATION_OPENS)
}

/** @param q prefixes of words; empty for people with the best reasons */
export const meetingPeople = (q: string) =>
  routeQuery(['meetings', 'people', q], 'GET /api/meetings/people', { query: { q } })

/** A person to invite whom a link names; null if the viewer cannot see them. */
export const invitedMember = (memberId: string) =>
  queryOptions({
    queryKey: ['meetings', 'invited', memberId],
    queryFn: async ({ signal }): Promise<MemberProfile | null> => {
      try {
        return await request('GET /api/members/:memberId', { params: { memberId }, signal })
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null
        throw error
      }
    },
  })

/** Times that a calendar file takes. Kept in this page only, until it is closed. */
export interface BusyFile {
  name: string
  /** Quarter hours since 1970. Only these are sent, with a question for times. */
  times: Interval[]
  /** Number of events that could not be read. */
  unread: number
}

export const busyFile = queryOptions<BusyFile | null>({
  queryKey: ['meetings', 'busy-file'],
  queryFn: skipToken,
  staleTime: Infinity,
  gcTime: Infinity,
})

export function setBusyFile(cache: QueryClient, file: BusyFile | null) {
  cache.setQueryData(busyFile.queryKey, file)
  return cache.invalidateQueries({ queryKey: ['meetings', 'best-times'] })
}

/** @param participants member ids without the viewer's */
export const bestTimes = (participants: readonly string[], durationMinutes: number) =>
  queryOptions({
    queryKey: ['meetings', 'best-times', participants.toSorted(), durationMinutes],
    queryFn: ({ client, signal }) => {
      const busy = client.getQueryData(busyFile.queryKey)?.times.flatMap(({ start, end }) => [start, end])
      return request('POST /api/meetings/best-times', {
        body: { participants, durationMinutes, busy },
        signal,
      })
    },
    enabled: participants.length > 0,
  })

/** Query keys of everything else that shows meetings or availability. */
const AFFECTED = [
  ['meetings', 'lists'],
  ['meetings', 'past'],
  ['meetings', 'best-times'],
  ['dashboard'],
  ['introductions'],
  ['connection'],
  ['members'],
  ['calendar'],
]

export const meetingsChanged = (cache: QueryClient) =>
  Promise.all(AFFECTED.map((queryKey) => cache.invalidateQueries({ queryKey })))

export async function showMeeting(cache: QueryClient, meeting: MeetingDetails) {
  // A pending answer predates the command.
  await cache.cancelQueries({ queryKey: meetingDetails(meeting.id).queryKey })
  cache.setQueryData(meetingDetails(meeting.id).queryKey, meeting)
  await meetingsChanged(cache)
}
