/** Requests of screens with their filters and orders. `EVENT` and `OTHER` stand for ids. */
export const SCREENS: readonly string[] = [
  ...['', '?industry=Other', '?q=ab', '?q=ab&city=Paris', '?city=Paris&keyword=art', '/facets'].map(
    (query) => `directory${query}`,
  ),
  ...['', '?industry=Other', '?city=Paris', '?industry=Other&city=Paris'].map((query) => `asks${query}`),
  'asks/own',
  ...['', '?q=ab', '?status=pending', '?role=organiser', '?joinedFrom=2026-01-01', '?tier=Gold'].flatMap(
    (query) =>
      ['name', 'joined', 'active', '-active'].map((sort) => `admin/members${query || '?'}&sort=${sort}`),
  ),
  ...['active=last7', 'active=notLast30', 'active=never', 'never=connected', 'never=met'].map(
    (query) => `admin/members?${query}`,
  ),
  ...['', '?q=ab', '?state=draft', '?time=coming', '?organiser=OTHER', '?organised=none', '?sort=title'].map(
    (query) => `admin/events${query}`,
  ),
  ...['', '?list=mine'].map((query) => `chapters${query}`),
  'admin/events/organisers?q=ab',
  'admin/members/OTHER',
  'admin/members/OTHER/history',
  'admin/overview',
  'admin/settings/landing/changes',
  ...['', '?state=decided'].map((query) => `admin/reports${query}`),
  ...['', '?q=ab', '?state=expired', '?state=open', '?state=approval', '?state=revoked'].map(
    (query) => `admin/invitations${query}`,
  ),
  ...['', '?state=open', '?release=1', '?browser=Firefox', '?since=24h', '?kind=any'].map(
    (query) => `admin/client-errors${query}`,
  ),
  ...['', '?actor=OTHER', '?target=OTHER', '?action=member.joined', '?actor=OTHER&action=member.joined'].map(
    (query) => `admin/audit${query}`,
  ),
  ...[
    '',
    '?q=ab',
    '?list=past',
    '?list=mine',
    '?place=Paris&connections=1&from=2026-01-01&to=2026-12-31',
    '/calendar?from=2026-11-30&to=2027-01-03&zone=Europe/Lisbon&connections=1',
    '/EVENT',
    '/tags',
    '/EVENT/attendees',
    '/EVENT/attendees?filter=notMet&q=a',
    '/EVENT/attendees?filter=canHelpYou',
    '/EVENT/announcements',
    '/EVENT/discussion',
    '/EVENT/feedback',
    '/EVENT/recap',
  ].map((query) => `events${query}`),
  'events/figures',
  ...['', '/EVENT'].map((path) => `public-events${path}`),
  ...[
    '/roster',
    '/roster?q=ab',
    '/turnout',
    '/feedback-results',
    '/check-in-list',
    '/desk',
    '/numbers',
    '/messages',
    '/worth-meeting',
    '/meet-again',
  ].map((path) => `events/EVENT${path}`),
  ...['', '?q=ab', '/counts', '?list=received', '/with/OTHER'].map((path) => `connections${path}`),
  ...['', '/past', '/people?q=ab'].map((path) => `meetings${path}`),
  ...['', '?tier=Gold', '?industry=Other'].map((query) => `public/prestige/members${query}`),
  'members/OTHER',
  'blocks',
  'suggestions',
  'introductions',
  'prestige',
  'prestige/confirmed',
  'admin/prestige/disputes',
  'dashboard',
  'notifications',
  'notifications/unread',
  'moderation/reports',
  'moderation/warnings',
  'account/admin-views',
]

export const screenUrl = (path: string, { event, other }: { event: string; other: string }) =>
  `/api/${path.replace('EVENT', event).replace('OTHER', other)}`
