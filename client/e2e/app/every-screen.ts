import { ADMIN_SECTIONS, adminPath } from '#shared/lib/paths/admin.ts'
import { settingsPath, ownPrestigePath } from '#shared/lib/paths/profile.ts'
import { meetingPath } from '#shared/lib/paths/meetings.ts'
import { paths } from '#shared/lib/paths.ts'

export const PUBLIC_SCREENS = [
  paths.landing,
  paths.about,
  paths.prestige('guildhall'),
  `${paths.prestige('guildhall')}?statement=unknown`,
  paths.login,
  paths.resetPassword,
  paths.onboarding,
  `${paths.verification}?mode=resetPassword&oobCode=any`,
]

const SETTINGS = [
  'sign-in',
  'devices',
  'notifications',
  'availability',
  'appearance',
  'blocked',
  'data',
] as const

interface Shown {
  eventId: string
  memberId: string
  connectionId?: string
  meetingId?: string
}

/** The screens of an admin who hosts the event, with their sections and panels. */
export const memberScreens = ({ eventId, memberId, connectionId = 'none', meetingId = 'none' }: Shown) => [
  paths.dashboard,
  `${paths.dashboard}?view=notifications`,
  paths.events,
  `${paths.events}?list=drafts`,
  `${paths.events}?view=month`,
  `${paths.events}?view=weeks`,
  `${paths.events}?create=1`,
  `${paths.events}?import=1`,
  paths.event(eventId),
  ...['edit', 'roster', 'announce', 'check-in', 'duplicate'].map(
    (panel) => `${paths.event(eventId)}?manage=${panel}`,
  ),
  paths.connections,
  paths.connectionsTab('received'),
  paths.connectionsTab('directory'),
  paths.connectionsTab('asks'),
  paths.connection(connectionId),
  paths.createGrowthMeeting,
  paths.growthMeetings,
  meetingPath(meetingId),
  paths.ownProfile,
  `${paths.ownProfile}?as=visitor`,
  ownPrestigePath,
  `${ownPrestigePath}&list=confirmed`,
  ...['you', 'about', 'asks', 'contact', 'visibility'].map((part) => `${paths.ownProfile}?edit=${part}`),
  paths.memberProfile(memberId),
  `${paths.memberProfile(memberId)}?report=profile:${memberId}`,
  ...SETTINGS.map((section) => settingsPath(section)),
  ...ADMIN_SECTIONS.map((section) => adminPath(section)),
  paths.memberProfile('none'),
]
