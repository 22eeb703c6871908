import { connectionIdOf } from '#server/modules/people/connections/connection-state.ts'
import {
  callsTo,
  type RouteRule,
  NO_MEMBERS,
  type RouteCheck,
} from '#server/testing/matrices/visibility/route-rule.ts'
import type { Person } from '#server/testing/matrices/visibility/fixture.ts'

const echoedId = {
  toBlocker: ['id'],
  toBlocked: ['id'],
  because: 'The response repeats the id of the request.',
} satisfies RouteCheck['allowed']

const relationship = ({ uid }: Person, other: Person) => connectionIdOf(uid, other.uid)
const ofConnection =
  (path: string): RouteCheck['calls'] =>
  (viewer, other) => [{ url: `/api/connections/${relationship(viewer, other)}${path}` }]

export const connections: Record<string, RouteRule> = {
  'GET /api/connections': {
    calls: (_, { details }) =>
      ['accepted', 'received', 'sent'].flatMap((list) => [
        { url: `/api/connections?list=${list}` },
        { url: `/api/connections?list=${list}&q=${encodeURIComponent(details.name)}` },
      ]),
    showsBefore: true,
    allowed: {
      toBlocked: ['id', 'name'],
      because: 'A sent request that disappeared would reveal the block.',
    },
  },
  'GET /api/connections/counts': NO_MEMBERS,
  'GET /api/connections/with/:memberId': {
    calls: (_, other) => [{ url: `/api/connections/with/${other.uid}` }],
    showsBefore: true,
    allowed: echoedId,
  },
  'GET /api/connections/:connectionId': {
    calls: (viewer, other) =>
      [viewer.friendConnection, relationship(viewer, other)].map((id) => ({ url: `/api/connections/${id}` })),
    showsBefore: true,
  },
  'GET /api/connections/:connectionId/note': { calls: ofConnection('/note') },
  'POST /api/connections': {
    calls: (_, other) => [{ url: '/api/connections', body: { memberId: other.uid, note: 'Hello again' } }],
    allowed: echoedId,
  },
  'POST /api/connections/:connectionId/accept': { calls: ofConnection('/accept'), allowed: echoedId },
  'POST /api/connections/:connectionId/decline': { calls: ofConnection('/decline'), allowed: echoedId },
  'POST /api/connections/:connectionId/withdraw': { calls: ofConnection('/withdraw'), allowed: echoedId },
  'POST /api/connections/:connectionId/remove': { calls: ofConnection('/remove'), allowed: echoedId },
  'POST /api/connections/:connectionId/undo': { calls: ofConnection('/undo'), allowed: echoedId },
  'PUT /api/connections/:connectionId/note': {
    calls: (viewer, other) => [
      {
        url: `/api/connections/${relationship(viewer, other)}/note`,
        body: { text: '' },
        headers: { 'if-match': '"0"' },
      },
    ],
  },
}

export const blocks: Record<string, RouteRule> = {
  'GET /api/blocks': {
    calls: callsTo('/api/blocks'),
    allowed: { toBlocker: ['id', 'name'], because: 'Members unblock others from this list.' },
  },
  'PUT /api/blocks/:memberId': { calls: (_, other) => [{ url: `/api/blocks/${other.uid}` }] },
  'DELETE /api/blocks/:memberId': { calls: () => [{ url: '/api/blocks/nobody' }] },
}
