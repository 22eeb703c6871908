import { connectionIdOf } from '#server/features/connections/connection-state.ts'
import type { EventEdit } from '#shared/events.ts'

import { draftOf, type Person } from './scene.ts'

export type Mark = keyof Person['marks']

interface Call {
  url: string
  body?: unknown
  headers?: Record<string, string>
}

export interface Probe {
  /** What the viewer asks, to come upon the other. */
  calls: (viewer: Person, other: Person) => Call[]
  /** For reads: whether anyone is found by it before the block. Where nobody is, the probe watches over the future. */
  finds?: boolean
  /** What may show after the block. */
  allowed?: { toBlocker?: Mark[]; toBlocked?: Mark[]; because: string }
}

/** A probe, or in words why the answer holds nothing of another member. */
export type Decision = Probe | string

const none = 'Says nothing of any member.'
const own = 'Only of the person who asks.'
const emulator = 'Development only: the identity provider’s own interface.'
const door = {
  toBlocker: ['id', 'name', 'more'],
  toBlocked: ['id', 'name', 'more'],
  because: 'Who runs an event must know who comes through the door.',
} satisfies Probe['allowed']
const told = {
  toBlocker: ['id'],
  toBlocked: ['id'],
  because: 'The answer repeats the id that it was asked about.',
} satisfies Probe['allowed']

const at =
  (url: string): Probe['calls'] =>
  () => [{ url }]
const seen = (...urls: string[]): Probe => ({ calls: () => urls.map((url) => ({ url })), finds: true })
const tie = ({ uid }: Person, other: Person) => connectionIdOf(uid, other.uid)
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
const ofConnection =
  (path: string): Probe['calls'] =>
  (viewer, other) => [{ url: `/api/connections/${tie(viewer, other)}${path}` }]

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

/** One for every route there is. Reads are made before writes, which come in this order. */
export const DECISIONS: Record<string, Decision> = {
  'GET /health/live': none,
  'GET /health/ready': none,
  'GET /api/openapi.json': none,
  'POST /api/reports': none,
  'POST /api/client-errors': none,
  'GET /api/session': own,
  'POST /api/session': own,
  'POST /api/session/logout': own,
  'POST /api/session/logout-all': own,
  'GET /api/me': own,
  'PUT /api/me': own,
  'GET /api/me/view-as/:viewer': own,
  'POST /api/me/asks/:askId/renewal': own,
  'POST /api/me/onboarded': own,
  'POST /api/images': own,
  'GET /images/:imageId': 'Pictures are named by their content; only who may see one is told its name.',

  'GET /api/members/:memberId': {
    calls: (_, other) => [{ url: `/api/members/${other.uid}` }],
    finds: true,
    allowed: {
      toBlocker: ['id', 'name', 'more'],
      because: 'Who blocked someone must find them to change their mind.',
    },
  },
  'GET /api/directory': {
    calls: (_, { marks }) => [
      { url: '/api/directory' },
      ...[marks.name, marks.more].map((q) => ({ url: `/api/directory?q=${encodeURIComponent(q)}` })),
      { url: `/api/directory?keyword=${encodeURIComponent(`${marks.more} keyword`)}` },
    ],
    finds: true,
  },
  'GET /api/directory/facets': seen('/api/directory/facets'),
  'GET /api/introductions': seen('/api/introductions'),
  'GET /api/dashboard': seen('/api/dashboard'),
  'GET /api/meetings': { calls: at('/api/meetings') },

  'GET /api/connections': {
    calls: (_, { marks }) =>
      ['accepted', 'received', 'sent'].flatMap((list) => [
        { url: `/api/connections?list=${list}` },
        { url: `/api/connections?list=${list}&q=${encodeURIComponent(marks.name)}` },
      ]),
    finds: true,
    allowed: {
      toBlocked: ['id', 'name'],
      because: 'A request that vanished from those one has sent would tell of the block.',
    },
  },
  'GET /api/connections/counts': none,
  'GET /api/connections/with/:memberId': {
    calls: (_, other) => [{ url: `/api/connections/with/${other.uid}` }],
    finds: true,
    allowed: told,
  },
  'GET /api/connections/:connectionId': {
    calls: (viewer, other) =>
      [viewer.friendship, tie(viewer, other)].map((id) => ({ url: `/api/connections/${id}` })),
    finds: true,
  },
  'GET /api/connections/:connectionId/note': { calls: ofConnection('/note') },
  'GET /api/blocks': {
    calls: at('/api/blocks'),
    allowed: { toBlocker: ['id', 'name'], because: 'It is the list to unblock people from.' },
  },

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
  'GET /api/admin/members': 'Admins see everyone.',
  'GET /api/admin/audit': 'Admins see every act.',

  'POST /api/own-data/export': {
    calls: at('/api/own-data/export'),
    allowed: {
      toBlocker: ['id'],
      toBlocked: ['id'],
      because: 'What one did oneself names others by their ids alone, which lead nowhere.',
    },
  },
  'POST /api/connections': {
    calls: (_, other) => [{ url: '/api/connections', body: { memberId: other.uid, note: 'Hello again' } }],
    allowed: told,
  },
  'POST /api/connections/:connectionId/accept': { calls: ofConnection('/accept'), allowed: told },
  'POST /api/connections/:connectionId/decline': { calls: ofConnection('/decline'), allowed: told },
  'POST /api/connections/:connectionId/withdraw': { calls: ofConnection('/withdraw'), allowed: told },
  'POST /api/connections/:connectionId/remove': { calls: ofConnection('/remove'), allowed: told },
  'POST /api/connections/:connectionId/undo': { calls: ofConnection('/undo'), allowed: told },
  'PUT /api/connections/:connectionId/note': {
    calls: (viewer, other) => [
      {
        url: `/api/connections/${tie(viewer, other)}/note`,
        body: { text: '' },
        headers: { 'if-match': '"0"' },
      },
    ],
  },
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
  'PUT /api/introductions/:memberId/dismissal': {
    calls: (_, other) => [{ url: `/api/introductions/${other.uid}/dismissal` }],
  },
  'DELETE /api/introductions/:memberId/dismissal': {
    calls: (_, other) => [{ url: `/api/introductions/${other.uid}/dismissal` }],
  },
  'PUT /api/blocks/:memberId': { calls: (_, other) => [{ url: `/api/blocks/${other.uid}` }] },
  'DELETE /api/blocks/:memberId': { calls: () => [{ url: '/api/blocks/nobody' }] },
  'POST /api/calendar-feed': own,
  'DELETE /api/calendar-feed': own,
  'POST /api/own-data/deletion': own,
  'DELETE /api/own-data/deletion': own,

  '* /identitytoolkit.googleapis.com/*': emulator,
  '* /securetoken.googleapis.com/*': emulator,
  '* /emulator/*': emulator,
}
