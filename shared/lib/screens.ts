import { paths } from './paths.ts'

/**
 * Kinds of screens, which decide files and layouts. Personal screens have the data cache. Shared ones are public and, for
 * members, in the members' shell. Members' screens are also behind the guard.
 */
export type ScreenKind = 'visitor' | 'personal' | 'shared' | 'member'

export interface Screen {
  /** Pattern of the router, such as `/event/:eventId`. */
  path: string
  /** Name of the file in `client/app/routes`. */
  module: string
  kind: ScreenKind
  /** Calls that the screen begins with, besides those of every member's screen, below `/api`. `:id` is the second part of the path. */
  reads?: readonly string[]
  /** The server renders it into its page as visitors first see it. Members' screens begin with their shell. */
  isRendered?: true
}

/**
 * Every screen (specification, section 2), for the router, the build, the server and the service worker. The server
 * answers any other path with the app's page and status 404.
 */
export const screens = (productSlug: string): readonly Screen[] => [
  { path: paths.landing, module: 'Landing', kind: 'visitor', isRendered: true },
  { path: paths.about, module: 'About', kind: 'visitor', isRendered: true },
  { path: paths.login, module: 'SignIn', kind: 'visitor', isRendered: true },
  { path: paths.resetPassword, module: 'ResetPassword', kind: 'visitor' },
  { path: paths.verification, module: 'Verification', kind: 'personal' },
  { path: paths.onboarding, module: 'Onboarding', kind: 'personal' },
  { path: paths.prestige(productSlug), module: 'Prestige', kind: 'shared', isRendered: true },
  { path: paths.events, module: 'Events', kind: 'member', reads: ['events?list=upcoming'] },
  { path: '/event/:eventId', module: 'Event', kind: 'member', reads: ['events/:id'] },
  { path: paths.ownProfile, module: 'OwnProfile', kind: 'member' },
  { path: paths.dashboard, module: 'Dashboard', kind: 'member', reads: ['dashboard'] },
  { path: paths.admin, module: 'Admin', kind: 'member' },
  {
    path: paths.connections,
    module: 'Connections',
    kind: 'member',
    reads: ['connections?list=accepted', 'introductions'],
  },
  {
    path: '/connections/:connectionId',
    module: 'Connection',
    kind: 'member',
    reads: ['connections/:id'],
  },
  { path: '/profile/:memberId', module: 'MemberProfile', kind: 'member' },
  { path: paths.createGrowthMeeting, module: 'CreateGrowthMeeting', kind: 'member' },
]

/** Whether a path is that of a screen. Ignores case and a trailing slash, as the client's router does. */
export function matcherOf({ path }: Screen): (path: string) => boolean {
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i')
  return (each) => pattern.test(each)
}

/** Calls that every member's screen begins with, and its own. A test compares them with what is used. */
export const firstReads = ({ reads = [] }: Screen) =>
  ['session', 'me', ...reads].map((read) => `/api/${read}`)

/** File of the built client with the page of a screen. */
export const pageFile = ({ module }: Screen) => `${module.toLowerCase()}.html`
