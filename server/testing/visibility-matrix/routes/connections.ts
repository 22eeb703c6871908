import { connectionIdOf } from '#server/features/connections/connection-state.ts'
import { at, type Decision, none, type Probe } from '#server/testing/visibility-matrix/route-rule.ts'
import type { Person } from '#server/testing/visibility-matrix/fixture.ts'

const told = {
  toBlocker: ['id'],
  toBlocked: ['id'],
  because: 'The answer repeats the id that it was asked about.',
} satisfies Probe['allowed']

const relationship = ({ uid }: Person, other: Person) => connectionIdOf(uid, other.uid)
const ofConnection =
  (path: string): Probe['calls'] =>
  (viewer, other) => [{ url: `/api/connections/${relationship(viewer, other)}${path}` }]

export const connections: Record<string, Decision> = {
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
      [viewer.friendship, relationship(viewer, other)].map((id) => ({ url: `/api/connections/${id}` })),
    finds: true,
  },
  'GET /api/connections/:connectionId/note': { calls: ofConnection('/note') },
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
        url: `/api/connections/${relationship(viewer, other)}/note`,
        body: { text: '' },
        headers: { 'if-match': '"0"' },
      },
    ],
  },
}

export const blocks: Record<string, Decision> = {
  'GET /api/blocks': {
    calls: at('/api/blocks'),
    allowed: { toBlocker: ['id', 'name'], because: 'It is the list to unblock people from.' },
  },
  'PUT /api/blocks/:memberId': { calls: (_, other) => [{ url: `/api/blocks/${other.uid}` }] },
  'DELETE /api/blocks/:memberId': { calls: () => [{ url: '/api/blocks/nobody' }] },
}
