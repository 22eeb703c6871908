import type { EventEdit } from '#shared/events.ts'
import { type Decision, none, own, type Probe } from '#server/testing/visibility-matrix/route-rule.ts'
import { draftOf } from '#server/testing/visibility-matrix/fixture.ts'

const door = {
  toBlocker: ['id', 'name', 'more'],
  toBlocked: ['id', 'name', 'more'],
  because: 'Who runs an event must know who comes through the door.',
} satisfies Probe['allowed']

const ofEvents =
  (path: string): Probe['calls'] =>
  (viewer, other) =>
    [viewer.event, other.event, 'past', draftOf(viewer, other)].map((id) => ({
      url: `/api/events/${id}${path}`,
    }))
const ofOwnEvent =
  (path: string): Probe['calls'] =>
  ({ event }) => [{ url: `/api/events/${event}${path}` }]
const ofDraft =
  (path: string, body?: unknown, headers?: Record<string, string>): Probe['calls'] =>
  (viewer, other) => [
    { url: `/api/events/${draftOf(viewer, other)}${path}`, body, ...(headers && { headers }) },
  ]

const edit = (hosts: string[]): EventEdit => ({
  title: 'Printers',
  summary: '',
  description: '',
  startsAt: '2031-01-01T10:00:00Z',
  endsAt: '2031-01-01T11:00:00Z',
  allDay: false,
  timeZone: 'Europe/Lisbon',
  format: 'inPerson',
  venue: { name: 'The hall', address: { city: 'Lisbon' } },
  cover: '',
  visibility: 'members',
  guestsMax: 0,
  hosts,
  tags: [],
})

export const events: Record<string, Decision> = {
  'GET /api/events': {
    calls: () => ['upcoming', 'past', 'mine'].map((list) => ({ url: `/api/events?list=${list}` })),
  },
  'GET /api/events/tags': none,
  'GET /api/events/:eventId': { calls: ofEvents(''), finds: true },
  'GET /api/events/:eventId/attendees': { calls: ofEvents('/attendees'), finds: true },
  'GET /api/events/:eventId/announcements': { calls: ofEvents('/announcements'), finds: true },
  'GET /api/events/:eventId/check-in-code': own,
  'GET /api/events/:eventId/calendar.ics': { calls: ofEvents('/calendar.ics') },
  'GET /api/events/:eventId/roster': { calls: ofOwnEvent('/roster'), finds: true, allowed: door },
  'GET /api/events/:eventId/roster.csv': {
    calls: ofOwnEvent('/roster.csv'),
    finds: true,
    allowed: door,
  },
  'GET /api/events/:eventId/check-in-list': {
    calls: ofOwnEvent('/check-in-list'),
    finds: true,
    allowed: door,
  },
  'GET /api/calendar-feed': own,
  'GET /calendar/:secret.ics': { calls: ({ feed }) => [{ url: feed }] },
  'GET /calendar/*': none,
  'POST /api/events': {
    calls: (viewer, other) => [{ url: '/api/events', body: edit([viewer.uid, other.uid]) }],
  },
  'PUT /api/events/:eventId': {
    calls: (viewer, other) =>
      ofDraft('', edit([viewer.uid, other.uid]), { 'if-match': '"1"' })(viewer, other),
  },
  'POST /api/events/:eventId/publish': { calls: ofDraft('/publish') },
  'POST /api/events/:eventId/unpublish': { calls: ofDraft('/unpublish') },
  'POST /api/events/:eventId/complete': { calls: ofDraft('/complete') },
  'POST /api/events/:eventId/duplicate': {
    calls: ofDraft('/duplicate', { startsAt: '2031-02-01T10:00:00Z' }),
  },
  'POST /api/events/:eventId/announcements': { calls: ofDraft('/announcements', { text: 'Bring a pen' }) },
  'POST /api/events/:eventId/check-ins': {
    calls: ({ event }, other) => [
      {
        url: `/api/events/${event}/check-ins`,
        body: { items: [{ memberId: other.uid, at: '2026-01-01T00:00:00Z' }] },
      },
    ],
    allowed: door,
  },
  'DELETE /api/events/:eventId/check-ins/:memberId': {
    calls: ({ event }, other) => [{ url: `/api/events/${event}/check-ins/${other.uid}` }],
  },
  'PUT /api/events/:eventId/answer': {
    calls: (_, other) => [
      { url: `/api/events/${other.event}/answer`, body: { state: 'declined', guests: 0 } },
    ],
  },
  'POST /api/events/:eventId/cancel': { calls: ofOwnEvent('/cancel') },
  'DELETE /api/events/:eventId': { calls: ofDraft('') },
  'POST /api/calendar-feed': own,
  'DELETE /api/calendar-feed': own,
}
