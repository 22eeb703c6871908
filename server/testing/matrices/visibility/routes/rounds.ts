import {
  ACCOUNT_DATA,
  NO_MEMBERS,
  type RouteRule,
  showsMembers,
} from '#server/testing/matrices/visibility/route-rule.ts'

/** Everyone is an organiser, and in the same group. */
export const rounds: Record<string, RouteRule> = {
  'GET /api/rounds': ACCOUNT_DATA,
  'PUT /api/rounds/:roundId/opt-in': ACCOUNT_DATA,
  'DELETE /api/rounds/:roundId/opt-in': ACCOUNT_DATA,
  'DELETE /api/rounds/every': ACCOUNT_DATA,
  'GET /api/buddies': showsMembers('/api/buddies'),
  'PUT /api/buddies/offer': ACCOUNT_DATA,
  'DELETE /api/buddies/offer': ACCOUNT_DATA,
  'POST /api/buddies/:memberId': {
    calls: (_, other) => [{ url: `/api/buddies/${other.uid}`, body: { topic: '' } }],
  },
  // Everyone has met lately.
  'GET /api/lone-members': {
    calls: () => [{ url: '/api/lone-members' }, { url: '/api/lone-members?chapter=first' }],
  },
  'PUT /api/lone-members/:memberId/invitation': {
    calls: (_, other) =>
      [{}, { chapter: 'first' }].map((body) => ({ url: `/api/lone-members/${other.uid}/invitation`, body })),
  },
  'GET /api/organiser/rounds': NO_MEMBERS,
  'POST /api/organiser/rounds': NO_MEMBERS,
  'GET /api/organiser/rounds/:roundId': NO_MEMBERS,
  'GET /api/organiser/rounds/:roundId/groups': showsMembers('/api/organiser/rounds/shared/groups'),
  'PUT /api/organiser/rounds/:roundId/people/:memberId': {
    calls: (_, other) => [
      { url: `/api/organiser/rounds/shared/people/${other.uid}`, body: { group: 0 } },
      { url: `/api/organiser/rounds/shared/people/${other.uid}`, body: { group: 1 } },
    ],
  },
  'POST /api/organiser/rounds/:roundId/release': NO_MEMBERS,
  'POST /api/organiser/rounds/:roundId/cancel': NO_MEMBERS,
}
