import { at, type Decision, seen } from '#server/testing/visibility-matrix/route-rule.ts'

export const people: Record<string, Decision> = {
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
  'GET /api/admin/members': 'Admins see everyone.',
  'GET /api/admin/audit': 'Admins see every act.',
  'PUT /api/introductions/:memberId/dismissal': {
    calls: (_, other) => [{ url: `/api/introductions/${other.uid}/dismissal` }],
  },
  'DELETE /api/introductions/:memberId/dismissal': {
    calls: (_, other) => [{ url: `/api/introductions/${other.uid}/dismissal` }],
  },
}
