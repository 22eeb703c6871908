/** Pattern of an event's page. Its public page invites visitors to the event, and continues as the sign-in. */
export const EVENT_PATTERN = '/event/:eventId'

/**
 * Every screen's path (specification, section 2). The client routes and links by it; the server answers any other
 * path with the app's page and status 404.
 */
export const screenPatterns = (productSlug: string) =>
  [
    '/',
    '/about-us',
    '/login',
    '/reset-password',
    '/verification',
    '/onboarding',
    `/${productSlug}-prestige`,
    '/events',
    EVENT_PATTERN,
    '/profile',
    '/dashboard',
    '/admin',
    '/connections',
    '/connections/:connectionId',
    '/profile/:memberId',
    '/create-growth-meeting',
  ] as const

/** File of the built client with the page of a screen. Without parameters, and with any product's name. */
export const pageFile = (pattern: string) =>
  pattern === '/' ? 'landing.html' : `screen${pattern.replaceAll(/\W+/g, '-').toLowerCase()}.html`

/** File with the page of a public screen as the build rendered it, for addresses without a query. Only some screens have one. */
export const stillFile = (pattern: string) => pageFile(pattern).replace(/\.html$/, '-still.html')

export const paths = {
  landing: '/',
  about: '/about-us',
  login: '/login',
  resetPassword: '/reset-password',
  verification: '/verification',
  onboarding: '/onboarding',
  prestige: (productSlug: string) => `/${productSlug}-prestige`,
  events: '/events',
  syncCalendar: '/events?sync=1',
  event: (eventId: string) => `/event/${encodeURIComponent(eventId)}`,
  ownProfile: '/profile',
  help: '/profile?help=',
  dashboard: '/dashboard',
  admin: '/admin',
  connections: '/connections',
  connectionsTab: (tab: 'received' | 'sent' | 'directory') => `/connections?tab=${tab}`,
  connection: (connectionId: string) => `/connections/${encodeURIComponent(connectionId)}`,
  memberProfile: (memberId: string) => `/profile/${encodeURIComponent(memberId)}`,
  createGrowthMeeting: '/create-growth-meeting',
  growthMeetings: '/create-growth-meeting?list=all',
} as const

/** Feeds of public events, which are files rather than screens. */
export const EVENT_FEEDS = { calendar: '/events.ics', atom: '/events.atom' } as const

/** Id of the event whose screen is at the path. Ignores case and a trailing slash, as the client's router does. */
export const eventIdAt = (path: string) => /^\/event\/([\w.:-]{1,128})\/?(?:[?#]|$)/i.exec(path)?.[1]
