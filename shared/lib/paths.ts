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
  connectionsTab: (tab: 'connections' | 'received' | 'sent' | 'directory' | 'asks') =>
    `/connections?tab=${tab}`,
  connection: (connectionId: string) => `/connections/${encodeURIComponent(connectionId)}`,
  memberProfile: (memberId: string) => `/profile/${encodeURIComponent(memberId)}`,
  createGrowthMeeting: '/create-growth-meeting',
  growthMeetings: '/create-growth-meeting?list=all',
} as const

/** Name of the parameter with the slug of a chapter. Empty for the list of chapters. */
export const CHAPTER = 'chapter'
/** Its value for the chapters of the viewer, in a filter. */
export const MY_CHAPTERS = 'mine'
/** Name of the parameter of the landing with the secret of a guest’s link. */
export const GUEST = 'guest'

/** Feeds of public events, which are files rather than screens. */
export const EVENT_FEEDS = { calendar: '/events.ics', atom: '/events.atom' } as const

/** Id of the event whose screen is at the path. Ignores case and a trailing slash, as the client's router does. */
export const eventIdAt = (path: string) => /^\/event\/([\w.:-]{1,128})\/?(?:[?#]|$)/i.exec(path)?.[1]
