import type { EventEdit } from '#shared/events/schema.ts'
import { DAY } from '#shared/lib/durations.ts'
import {
  type RouteRule,
  callsTo,
  NO_MEMBERS,
  ACCOUNT_DATA,
  type RouteCheck,
} from '#server/testing/matrices/visibility/route-rule.ts'
import { draftOf } from '#server/testing/matrices/visibility/fixture.ts'

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
  (viewer, other) => [{ url: `/api/events/${draftOf(viewer, other)}${path}`, body, headers }]

/** The viewer's command about the other on the roster of their own event. */
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

const SEATED = 'A suspended member gets no seat, unlike one who blocked the organiser (decision 145).'
const AS_TABLES = 'Contains what `GET /api/events/:eventId/tables` does.'

export const events: Record<string, RouteRule> = {
  'GET /api/events': {
    calls: () =>
      ['list=upcoming', 'list=past', 'list=mine', 'connections=1'].map((query) => ({
        url: `/api/events?${query}`,
      })),
    showsBefore: true,
  },
  'GET /api/events/calendar': {
    calls: () =>
      [0, 30].flatMap((days) => {
        const [from, to] = [days - 10, days + 30].map((after) =>
          new Date(Date.now() + after * DAY).toISOString().slice(0, 'YYYY-MM-DD'.length),
        )
        return ['', '&connections=1'].map((filter) => ({
          url: `/api/events/calendar?from=${from}&to=${to}${filter}`,
        }))
      }),
  },
  'GET /api/events/tags': NO_MEMBERS,
  'GET /events.ics': NO_MEMBERS,
  'GET /events.atom': NO_MEMBERS,
  'GET /api/events/hidden-rsvps': ACCOUNT_DATA,
  'GET /api/public-events': { calls: callsTo('/api/public-events') },
  'GET /api/public-events/:eventId': {
    calls: (_, other) => [{ url: `/api/public-events/${other.event}` }],
  },
  'GET /api/events/:eventId': { calls: ofEvents(''), showsBefore: true },
  'GET /api/events/:eventId/attendees': {
    calls: (...people) =>
      ['', '?filter=notMet', '?filter=canHelpYou', '?filter=youCanHelp'].flatMap((query) =>
        ofEvents(`/attendees${query}`)(...people),
      ),
    showsBefore: true,
  },
  'GET /api/events/:eventId/announcements': {
    calls: ofEvents('/announcements'),
    showsBefore: true,
    differsFromSuspension: 'Attendees need announcements of a host who blocked them (decision 096).',
  },
  'GET /api/events/:eventId/announcements/audience': 'Contains only numbers.',
  'GET /api/events/:eventId/announcements/:announcementId': 'Contains what the list of announcements does.',
  'GET /api/events/:eventId/discussion': { calls: ofEvents('/discussion'), showsBefore: true },
  'GET /api/events/:eventId/discussion/:postId/answers': {
    calls: ({ question }, other) => [
      { url: `/api/events/past/discussion/${question}/answers` },
      { url: `/api/events/past/discussion/${other.question}/answers` },
    ],
    showsBefore: true,
  },
  'POST /api/events/:eventId/discussion': {
    calls: (_, { question }) => [
      { url: '/api/events/past/discussion', body: { text: 'Is there a lift?', question } },
    ],
  },
  'PUT /api/events/:eventId/discussion/:postId': {
    calls: (_, { question }) => [
      { url: `/api/events/past/discussion/${question}`, body: { text: 'Is there a lift?' } },
    ],
  },
  'DELETE /api/events/:eventId/discussion/:postId': {
    calls: (_, { question }) => [{ url: `/api/events/past/discussion/${question}` }],
  },
  'PUT /api/events/:eventId/discussion/:postId/pin': {
    calls: (_, { question }) => [
      { url: `/api/events/past/discussion/${question}/pin`, body: { isMarked: true } },
    ],
  },
  'PUT /api/events/:eventId/discussion/:postId/mark': {
    calls: (_, { question }) => [
      { url: `/api/events/past/discussion/${question}/mark`, body: { isMarked: true } },
    ],
  },
  'PUT /api/events/:eventId/discussion-news': ACCOUNT_DATA,
  'GET /api/events/:eventId/feedback': ACCOUNT_DATA,
  'PUT /api/events/:eventId/feedback': ACCOUNT_DATA,
  'GET /api/events/:eventId/feedback-results':
    'Names attendees who chose it, of five or more, as `feedback/service.test.ts` checks.',
  'GET /api/events/:eventId/recap': NO_MEMBERS,
  'PUT /api/events/:eventId/recap': NO_MEMBERS,
  'POST /api/events/:eventId/recap/pictures/:imageId/removal-request': NO_MEMBERS,
  'POST /api/events/:eventId/recap/pictures/:imageId/restoration': NO_MEMBERS,
  'DELETE /api/events/:eventId/recap/pictures/:imageId': NO_MEMBERS,
  'GET /api/events/:eventId/worth-meeting': { calls: ofEvents('/worth-meeting'), showsBefore: true },
  'GET /api/events/:eventId/meet-again': {
    calls: () => [{ url: '/api/events/recent/meet-again' }],
    showsBefore: true,
  },
  'GET /api/events/:eventId/check-in-code': ACCOUNT_DATA,
  'GET /api/events/:eventId/calendar.ics': { calls: ofEvents('/calendar.ics') },
  'GET /api/events/:eventId/roster': { calls: ofOwnEvent('/roster'), showsBefore: true, allowed: organiser },
  'GET /api/events/:eventId/turnout': 'Contains numbers.',
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
  'POST /api/events/:eventId/roster/:memberId/acceptance': { calls: ofEntry('acceptance', undefined) },
  'POST /api/events/:eventId/roster/:memberId/decline': { calls: ofEntry('decline', {}) },
  'POST /api/events/:eventId/roster/:memberId/removal': {
    calls: ofEntry('removal', { reason: 'Only for founders' }),
  },
  'POST /api/events/:eventId/roster/:memberId/messages': {
    calls: ofEntry('messages', { text: 'The hall is upstairs' }),
  },
  'GET /api/events/:eventId/messages': {
    calls: ofOwnEvent('/messages'),
  },
  'POST /api/events/:eventId/messages': {
    calls: ({ event }) => [
      {
        url: `/api/events/${event}/messages`,
        body: { group: { kind: 'going' }, text: 'The hall is upstairs' },
      },
    ],
  },
  'GET /api/events/:eventId/desk': 'Contains only numbers.',
  'GET /api/events/:eventId/numbers': 'Contains only numbers.',
  'GET /api/events/:eventId/numbers.csv': 'Contains only numbers.',
  'GET /api/events/figures': { calls: callsTo('/api/events/figures') },
  'GET /api/events/figures.csv': { calls: callsTo('/api/events/figures.csv?table=people') },
  'GET /api/events/:eventId/check-in-list': {
    calls: ofOwnEvent('/check-in-list'),
    showsBefore: true,
    allowed: organiser,
  },
  'GET /api/events/:eventId/tables': {
    calls: ofOwnEvent('/tables'),
    showsBefore: true,
    allowed: organiser,
    differsFromSuspension: SEATED,
  },
  'POST /api/events/:eventId/tables': AS_TABLES,
  'PUT /api/events/:eventId/tables/people/:memberId': AS_TABLES,
  'PUT /api/events/:eventId/tables/publication': AS_TABLES,
  'GET /api/events/:eventId/tables/own': { calls: ofEvents('/tables/own'), showsBefore: true },
  'GET /api/events/:eventId/tables/reasons': {
    calls: ofOwnEvent('/tables/reasons?round=1'),
    showsBefore: true,
  },
  'GET /api/events/:eventId/check-in-codes':
    'Contains the ids of everyone on the check-in list, and their codes.',
  'GET /api/calendar-feed': ACCOUNT_DATA,
  'GET /calendar/:secret.ics': { calls: ({ feed }) => [{ url: feed }, { url: `${feed}?chapter=first` }] },
  'GET /calendar/:secret.atom':
    'It has its own address, with the secret, and otherwise the events of the calendar file.',
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
  'GET /api/events/:eventId/series': 'Contains events, and only the viewer’s own RSVPs.',
  'PUT /api/events/:eventId/series/rsvp': 'Contains events, and only the viewer’s own RSVPs.',
  'POST /api/events/:eventId/series/preview': 'Contains dates and numbers.',
  'PUT /api/events/:eventId/series': {
    calls: (viewer, other) =>
      ofDraft(
        '/series',
        { scope: 'all', edit: edit([viewer.uid, other.uid]) },
        { 'if-match': '"1"' },
      )(viewer, other),
  },
  'POST /api/events/:eventId/series/cancel': { calls: ofOwnEvent('/series/cancel') },
  'POST /api/events/:eventId/series/dates': 'Contains only ids of events.',
  'POST /api/events/:eventId/series/publish': 'Contains only a number.',
  'DELETE /api/events/:eventId/series/rsvp': 'Contains only a number.',
  'GET /api/events/:eventId/guests':
    'Contains only what the member has entered about people without an account.',
  'POST /api/events/:eventId/guests': {
    calls: ({ event }, other) => [
      { url: `/api/events/${event}/guests`, body: { name: 'A guest', email: other.details.email } },
    ],
  },
  'DELETE /api/events/:eventId/guests/:guestId': NO_MEMBERS,
  'POST /api/public-events/:eventId/guests': {
    calls: ({ event }, other) => [
      { url: `/api/public-events/${event}/guests`, body: { name: 'A guest', email: other.details.email } },
    ],
    sameForEveryone: 'Visitors have no account that could be blocked. The answer is empty.',
  },
  'POST /api/guests/calendar': NO_MEMBERS,
  'POST /api/guests/tables': NO_MEMBERS,
  'POST /api/guests/page':
    'Shows a guest without an account the event, and the name of the member who invited them.',
  'POST /api/guests/rsvp':
    'Shows a guest without an account the event, and the name of the member who invited them.',
  'GET /api/events/:eventId/invitations': { calls: ofOwnEvent('/invitations') },
  'POST /api/events/:eventId/invitations': {
    calls: ({ event }, other) => [
      { url: `/api/events/${event}/invitations`, body: { members: [other.uid] } },
      { url: `/api/events/${event}/invitations`, body: { lines: [other.details.name, other.details.email] } },
    ],
    allowed: {
      toBlocker: ['id', 'name', 'email'],
      toBlocked: ['id', 'name', 'email'],
      because: 'It repeats lines that the organiser sent, as for unknown people.',
    },
  },
  'POST /api/events/import': {
    calls: (_, other) => [
      {
        url: '/api/events/import',
        body: {
          source: 'luma',
          items: [
            {
              details: {
                title: 'Printers of old',
                description: '',
                startsAt: '2026-01-01T10:00:00Z',
                endsAt: '2026-01-01T11:00:00Z',
                allDay: false,
                timeZone: 'Europe/Lisbon',
                place: 'The hall, Lisbon',
              },
              attendees: [{ email: other.details.email, guests: 0 }],
            },
          ],
          preview: false,
        },
      },
    ],
  },
  'POST /api/events/:eventId/invitations/reminder': 'Contains only a number.',
  'DELETE /api/events/:eventId/invitations/:memberId': {
    calls: ({ event }, other) => [{ url: `/api/events/${event}/invitations/${other.uid}` }],
  },
  'PUT /api/events/:eventId/answers': ACCOUNT_DATA,
  'GET /api/events/:eventId/answers': 'Contains only numbers.',
  'PUT /api/events/:eventId/rsvp': {
    calls: (_, other) => [{ url: `/api/events/${other.event}/rsvp`, body: { state: 'declined', guests: 0 } }],
  },
  'PUT /api/events/:eventId/meet-again/:memberId': {
    calls: (_, other) => [{ url: `/api/events/recent/meet-again/${other.uid}` }],
  },
  'DELETE /api/events/:eventId/meet-again/:memberId': {
    calls: (_, other) => [{ url: `/api/events/recent/meet-again/${other.uid}` }],
  },
  'DELETE /api/events/:eventId/role': 'Contains nothing.',
  'POST /api/events/:eventId/cancel': { calls: ofOwnEvent('/cancel') },
  'DELETE /api/events/:eventId': { calls: ofDraft('') },
  'POST /api/calendar-feed': ACCOUNT_DATA,
  'DELETE /api/calendar-feed': ACCOUNT_DATA,
}
