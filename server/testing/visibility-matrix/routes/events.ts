import type { EventEdit } from '#shared/events.ts'
import {
  type RouteRule,
  callsTo,
  NO_MEMBERS,
  ACCOUNT_DATA,
  type RouteCheck,
} from '#server/testing/visibility-matrix/route-rule.ts'
import { draftOf } from '#server/testing/visibility-matrix/fixture.ts'

const organiser = {
  toBlocker: ['id', 'name', 'profile'],
  toBlocked: ['id', 'name', 'profile'],
  because: 'An organiser needs to know everyone who comes to their event.',
} satisfies RouteCheck['allowed']

const ofEvents =
  (path: string): RouteCheck['calls'] =>
  (viewer, other) =>
    [viewer.event, other.event, 'past', draftOf(viewer, other)].map((id) => ({
      url: `/api/events/${id}${path}`,
    }))
const ofOwnEvent =
  (path: string): RouteCheck['calls'] =>
  ({ event }) => [{ url: `/api/events/${event}${path}` }]
const ofDraft =
  (path: string, body?: unknown, headers?: Record<string, string>): RouteCheck['calls'] =>
  (viewer, other) => [
    { url: `/api/events/${draftOf(viewer, other)}${path}`, body, ...(headers && { headers }) },
  ]

/** What the viewer does about the other on the roster of their own event. */
const ofEntry =
  (command: string, body: unknown): RouteCheck['calls'] =>
  ({ event }, other) => [
    {
      url: `/api/events/${event}/roster/${other.uid}/${command}`,
      body,
      headers: { 'if-match': '"0"' },
    },
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

export const events: Record<string, RouteRule> = {
  'GET /api/events': {
    calls: () => ['upcoming', 'past', 'mine'].map((list) => ({ url: `/api/events?list=${list}` })),
  },
  'GET /api/events/tags': NO_MEMBERS,
  'GET /api/events/hidden-rsvps': ACCOUNT_DATA,
  'GET /api/public-events': { calls: callsTo('/api/public-events') },
  'GET /api/public-events/:eventId': {
    calls: (_, other) => [{ url: `/api/public-events/${other.event}` }],
  },
  'GET /api/events/:eventId': { calls: ofEvents(''), showsBefore: true },
  'GET /api/events/:eventId/attendees': { calls: ofEvents('/attendees'), showsBefore: true },
  'GET /api/events/:eventId/announcements': {
    calls: ofEvents('/announcements'),
    showsBefore: true,
    differsFromSuspension: 'Attendees need announcements of a host who blocked them (decision 096).',
  },
  'GET /api/events/:eventId/announcements/audience': 'Contains only numbers.',
  'GET /api/events/:eventId/announcements/:announcementId': 'Contains what the list of announcements does.',
  'GET /api/events/:eventId/worth-meeting': { calls: ofEvents('/worth-meeting'), showsBefore: true },
  'GET /api/events/:eventId/meet-again': {
    calls: () => [{ url: '/api/events/recent/meet-again' }],
    showsBefore: true,
  },
  'GET /api/events/:eventId/check-in-code': ACCOUNT_DATA,
  'GET /api/events/:eventId/calendar.ics': { calls: ofEvents('/calendar.ics') },
  'GET /api/events/:eventId/roster': { calls: ofOwnEvent('/roster'), showsBefore: true, allowed: organiser },
  'GET /api/events/:eventId/roster.csv': {
    calls: ofOwnEvent('/roster.csv'),
    showsBefore: true,
    allowed: organiser,
  },
  'GET /api/events/:eventId/roster/candidates': {
    calls: ({ event }, other) => [
      { url: `/api/events/${event}/roster/candidates?q=${encodeURIComponent(other.details.name)}` },
    ],
    showsBefore: true,
  },
  'POST /api/events/:eventId/roster/:memberId/addition': {
    calls: ofEntry('addition', { place: 'waitlist' }),
  },
  'POST /api/events/:eventId/roster/:memberId/promotion': {
    calls: ofEntry('promotion', { reason: 'Gives the talk', aboveLimit: false }),
  },
  'POST /api/events/:eventId/roster/:memberId/removal': {
    calls: ofEntry('removal', { reason: 'Only for founders' }),
  },
  'POST /api/events/:eventId/roster/:memberId/messages': {
    calls: ofEntry('messages', { text: 'The hall is upstairs' }),
  },
  'GET /api/events/:eventId/check-in-list': {
    calls: ofOwnEvent('/check-in-list'),
    showsBefore: true,
    allowed: organiser,
  },
  'GET /api/calendar-feed': ACCOUNT_DATA,
  'GET /calendar/:secret.ics': { calls: ({ feed }) => [{ url: feed }] },
  'GET /calendar/*': NO_MEMBERS,
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
    allowed: organiser,
  },
  'DELETE /api/events/:eventId/check-ins/:memberId': {
    calls: ({ event }, other) => [
      { url: `/api/events/${event}/check-ins/${other.uid}?arrival=2026-01-01T00:00:00.000Z` },
    ],
  },
  'PUT /api/events/:eventId/rsvp': {
    calls: (_, other) => [{ url: `/api/events/${other.event}/rsvp`, body: { state: 'declined', guests: 0 } }],
  },
  'PUT /api/events/:eventId/meet-again/:memberId': {
    calls: (_, other) => [{ url: `/api/events/recent/meet-again/${other.uid}` }],
  },
  'DELETE /api/events/:eventId/meet-again/:memberId': {
    calls: (_, other) => [{ url: `/api/events/recent/meet-again/${other.uid}` }],
  },
  'POST /api/events/:eventId/cancel': { calls: ofOwnEvent('/cancel') },
  'DELETE /api/events/:eventId': { calls: ofDraft('') },
  'POST /api/calendar-feed': ACCOUNT_DATA,
  'DELETE /api/calendar-feed': ACCOUNT_DATA,
}
