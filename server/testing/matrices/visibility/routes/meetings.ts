import { DAY } from '#shared/lib/durations.ts'
import {
  type RouteCheck,
  type RouteRule,
  showsMembers,
} from '#server/testing/matrices/visibility/route-rule.ts'
import { meetingIds } from '#server/testing/matrices/visibility/meetings.ts'
import type { Person } from '#server/testing/matrices/visibility/fixture.ts'

type More = (viewer: Person, other: Person) => { body?: unknown; headers?: Record<string, string> }

/** The same request to every meeting that may contain both. */
const toMeetings =
  (path: string, more: More = () => ({})): RouteCheck['calls'] =>
  (viewer, other) =>
    meetingIds(viewer, other).map((id) => ({ url: `/api/meetings/${id}${path}`, ...more(viewer, other) }))

const toParts = (paths: readonly string[], body?: unknown): RouteCheck['calls'] => {
  const calls = paths.map((path) => toMeetings(path, () => (body === undefined ? {} : { body })))
  return (viewer, other) => calls.flatMap((each) => each(viewer, other))
}
const ofPromises = (command: string) =>
  ['open-0', 'open-1', 'done-0', 'done-1'].map((id) => `/promises/${id}/${command}`)
const ofOutcomes = (command: string) => ['outcome-0', 'outcome-1'].map((id) => `/outcomes/${id}${command}`)

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const details = { purpose: 'More printers', place: '', joinUrl: '', agenda: [] }
const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })

export const meetings: Record<string, RouteRule> = {
  'GET /api/meetings': showsMembers('/api/meetings'),
  'GET /api/meetings/past': showsMembers('/api/meetings/past'),
  'GET /api/meetings/people': {
    calls: (_, { details: { name } }) => [
      { url: '/api/meetings/people' },
      { url: `/api/meetings/people?q=${encodeURIComponent(name)}` },
    ],
    showsBefore: true,
  },
  'GET /api/meetings/:meetingId': { calls: toMeetings(''), showsBefore: true },
  'GET /api/meetings/:meetingId/calendar.ics': { calls: toMeetings('/calendar.ics') },
  'POST /api/meetings': {
    calls: (viewer, other) => [
      {
        url: '/api/meetings',
        body: {
          ...details,
          kind: 'advice',
          participants: [other.uid],
          durationMinutes: 30,
          slots: [inDays(2)],
        },
      },
    ],
  },
  'PUT /api/meetings/:meetingId': {
    calls: toMeetings('', () => ({ body: details, headers: ifMatch(1) })),
  },
  'PUT /api/meetings/:meetingId/votes': {
    calls: toMeetings('/votes', () => ({ body: { votes: [{ slot: inDays(2), vote: 'yes' }] } })),
  },
  'POST /api/meetings/:meetingId/confirm': { calls: toParts(['/confirm'], { held: true }) },
  'PUT /api/meetings/:meetingId/notes': {
    calls: toMeetings('/notes', () => ({ body: { text: 'Ink' }, headers: ifMatch(1) })),
  },
  'POST /api/meetings/:meetingId/outcomes': {
    calls: toMeetings('/outcomes', (viewer, other) => ({
      body: { kind: 'advice', from: other.uid, to: viewer.uid, note: '' },
    })),
  },
  'POST /api/meetings/:meetingId/outcomes/:outcomeId/confirm': { calls: toParts(ofOutcomes('/confirm')) },
  'DELETE /api/meetings/:meetingId/outcomes/:outcomeId': { calls: toParts(ofOutcomes('')) },
  'POST /api/meetings/:meetingId/promises': {
    calls: toMeetings('/promises', (_, other) => ({
      body: { text: 'Ink', to: other.uid, dueOn: '2031-01-01' },
    })),
  },
  'POST /api/meetings/:meetingId/promises/:promiseId/done': { calls: toParts(ofPromises('done')) },
  'POST /api/meetings/:meetingId/promises/:promiseId/reopen': { calls: toParts(ofPromises('reopen')) },
  'POST /api/meetings/:meetingId/promises/:promiseId/confirm': { calls: toParts(ofPromises('confirm')) },
  'POST /api/meetings/:meetingId/promises/:promiseId/drop': {
    calls: toParts(ofPromises('drop'), { reason: 'No ink' }),
  },
  'POST /api/meetings/:meetingId/thanks': {
    calls: toMeetings('/thanks', (_, other) => ({ body: { to: other.uid, text: 'Thank you' } })),
  },
  'POST /api/meetings/:meetingId/choose': {
    calls: toMeetings('/choose', () => ({ body: { slot: inDays(2) } })),
  },
  'POST /api/meetings/:meetingId/reschedule': {
    calls: toMeetings('/reschedule', () => ({ body: { slots: [inDays(4)], reason: 'Rain' } })),
  },
  'POST /api/meetings/:meetingId/leave': { calls: toParts(['/leave'], {}) },
  'POST /api/meetings/:meetingId/decline': { calls: toParts(['/decline'], {}) },
  'POST /api/meetings/:meetingId/cancel': { calls: toParts(['/cancel'], { reason: 'Rain' }) },
}
