import { type RouteRule, showsMembers } from '#server/testing/visibility-matrix/route-rule.ts'

export const people: Record<string, RouteRule> = {
  'GET /api/members/:memberId': {
    calls: (_, other) => [{ url: `/api/members/${other.uid}` }],
    showsBefore: true,
    allowed: {
      toBlocker: ['id', 'name', 'profile'],
      because: 'A blocker can open the profile, to unblock.',
    },
  },
  'GET /api/directory': {
    calls: (_, { details }) => [
      { url: '/api/directory' },
      ...[details.name, details.profile].map((q) => ({ url: `/api/directory?q=${encodeURIComponent(q)}` })),
      { url: `/api/directory?keyword=${encodeURIComponent(`${details.profile} keyword`)}` },
    ],
    showsBefore: true,
  },
  'GET /api/directory/facets': showsMembers('/api/directory/facets'),
  'GET /api/introductions': showsMembers('/api/introductions'),
  'GET /api/dashboard': showsMembers('/api/dashboard'),
  'POST /api/meetings/best-times': {
    calls: (_, other) => [
      { url: '/api/meetings/best-times', body: { participants: [other.uid], durationMinutes: 30 } },
    ],
  },
  'GET /api/admin/members': 'Admins see everyone.',
  'GET /api/admin/audit': 'Admins see every action.',
  'PUT /api/introductions/:memberId/dismissal': {
    calls: (_, other) => [{ url: `/api/introductions/${other.uid}/dismissal` }],
  },
  'DELETE /api/introductions/:memberId/dismissal': {
    calls: (_, other) => [{ url: `/api/introductions/${other.uid}/dismissal` }],
  },
}
