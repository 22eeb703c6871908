/**
 * Every screen's path (specification, section 2). The client routes and links by it; the server answers
 * any other path with the app's page and status 404.
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
    '/event/:eventId',
    '/profile',
    '/dashboard',
    '/admin',
    '/connections',
    '/connections/:connectionId',
    '/profile/:memberId',
    '/create-growth-meeting',
  ] as const

export const paths = {
  landing: '/',
  about: '/about-us',
  login: '/login',
  resetPassword: '/reset-password',
  verification: '/verification',
  onboarding: '/onboarding',
  prestige: (productSlug: string) => `/${productSlug}-prestige`,
  events: '/events',
  event: (eventId: string) => `/event/${encodeURIComponent(eventId)}`,
  ownProfile: '/profile',
  dashboard: '/dashboard',
  admin: '/admin',
  connections: '/connections',
  connectionsTab: (tab: 'received' | 'sent' | 'directory') => `/connections?tab=${tab}`,
  connection: (connectionId: string) => `/connections/${encodeURIComponent(connectionId)}`,
  memberProfile: (memberId: string) => `/profile/${encodeURIComponent(memberId)}`,
  createGrowthMeeting: '/create-growth-meeting',
  growthMeetings: '/create-growth-meeting?list=all',
} as const
