import { joinedId } from '#server/store/joined-id.ts'
import type { Person } from '#server/testing/matrices/visibility/fixture.ts'
import {
  ACCOUNT_DATA,
  callsTo,
  NO_MEMBERS,
  type RouteRule,
  showsMembers,
} from '#server/testing/matrices/visibility/route-rule.ts'

/** The entry that the confirmer confirmed for the member. */
const entryOf = (member: Person, confirmer: Person) =>
  joinedId('thanks', `meeting:${confirmer.uid}`, member.uid)
const disputeOf = (entryId: string) => ({
  url: `/api/prestige/entries/${entryId}/dispute`,
  body: { reason: 'We never met.' },
})

const OF_THE_PUBLIC_PAGE = {
  sameForEveryone: 'A difference between a member and a visitor would reveal the block (decision 096).',
  differsFromSuspension: 'A suspension removes members from the page, and a block does not (decision 096).',
}

export const prestige: Record<string, RouteRule> = {
  'GET /api/prestige': showsMembers('/api/prestige'),
  'GET /api/prestige/confirmed': showsMembers('/api/prestige/confirmed'),
  'GET /api/public/prestige': NO_MEMBERS,
  'GET /api/public/prestige/members': {
    calls: () => [
      { url: '/api/public/prestige/members' },
      { url: '/api/public/prestige/members?tier=Member' },
    ],
    showsBefore: true,
    ...OF_THE_PUBLIC_PAGE,
  },
  'GET /api/public/prestige/statement': {
    calls: (_, other) => [{ url: `/api/public/prestige/statement?statement=${other.statement}` }],
    showsBefore: true,
    ...OF_THE_PUBLIC_PAGE,
  },
  'POST /api/prestige/entries/:entryId/dispute': {
    calls: (viewer, other) => [disputeOf(entryOf(other, viewer)), disputeOf(entryOf(viewer, other))],
  },
  'PUT /api/prestige/listing': {
    calls: () => [{ url: '/api/prestige/listing', body: { listed: true, visibility: 'members' } }],
  },
  'POST /api/prestige/statement': ACCOUNT_DATA,
  'DELETE /api/prestige/statement': { calls: callsTo('/api/prestige/statement') },
  'GET /api/admin/prestige/disputes': 'Admins see every dispute.',
  'POST /api/admin/prestige/entries/:entryId/decision': 'Admins decide about everyone.',
  'GET /api/admin/prestige/rings': 'Admins see every ring.',
  'POST /api/admin/prestige/dry-run': 'Admins see whose tier would change.',
}
