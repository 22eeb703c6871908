import type { ComponentType } from 'react'
import {
  createBrowserRouter,
  type Location,
  Outlet,
  type RouteObject,
  ScrollRestoration,
} from 'react-router-dom'

import { readSettings } from '#client/lib/settings.ts'
import { provideTemporal } from '#client/lib/time/temporal.ts'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { paths } from '#shared/lib/paths.ts'

import { loadRoute } from './crash/load-route.ts'
import { Guard } from './Guard.tsx'
import { NotFoundScreen } from './screens/NotFoundScreen.tsx'
import { PublicLayout } from './shells/PublicLayout.tsx'
import { BareRouteErrorScreen, RouteErrorScreen } from './screens/RouteErrorScreen.tsx'
import { ScreenFrame } from './shells/ScreenFrame.tsx'

/** Errors outside every screen have no shell around them. */
const frame = { ErrorBoundary: BareRouteErrorScreen, HydrateFallback: ScreenSpinner }

const insideShell = { ErrorBoundary: RouteErrorScreen, HydrateFallback: ScreenSpinner }

interface ScreenModule {
  Component: ComponentType | Promise<ComponentType>
}

/** @param load imports the screen's own file, so that its code is downloaded when it is first shown */
const screen = (path: string, load: () => Promise<ScreenModule>): RouteObject => ({
  ...insideShell,
  path,
  lazy: loadRoute(async () => {
    const Component = await (await load()).Component
    return {
      element: (
        <ScreenFrame>
          <Component />
        </ScreenFrame>
      ),
    }
  }),
})

const personalLayout = loadRoute(() => import('./shells/PersonalLayout.tsx'))

/** Its screens calculate with time zones. */
const memberLayout = loadRoute(async () => {
  const [layout] = await Promise.all([import('./shells/MemberLayout.tsx'), provideTemporal()])
  return layout
})

const publicScreens = (productSlug: string) => [
  screen(paths.landing, () => import('./screens/Landing.tsx')),
  screen(paths.about, () => import('#client/modules/community/about/AboutScreen.tsx')),
  screen(paths.prestige(productSlug), () => import('./screens/Prestige.tsx')),
  screen(paths.login, () => import('./screens/Login.tsx')),
  screen(paths.resetPassword, () => import('#client/modules/accounts/sign-in/ResetPasswordScreen.tsx')),
  screen(paths.verification, () => import('./screens/Verification.tsx')),
  {
    ...insideShell,
    lazy: personalLayout,
    children: [screen(paths.onboarding, () => import('./screens/Onboarding.tsx'))],
  },
]

const memberScreens = [
  screen(paths.events, () => import('./screens/Events.tsx')),
  screen('/event/:eventId', () => import('./screens/Event.tsx')),
  screen(paths.ownProfile, () => import('./screens/OwnProfile.tsx')),
  screen(paths.dashboard, () => import('./screens/Dashboard.tsx')),
  screen(paths.admin, () => import('#client/modules/admin/AdminScreen.tsx')),
  screen(paths.connections, () => import('./screens/Connections.tsx')),
  screen(
    '/connections/:connectionId',
    () => import('#client/modules/meetings/connection/ConnectionScreen.tsx'),
  ),
  screen('/profile/:memberId', () => import('./screens/MemberProfile.tsx')),
  screen(
    paths.createGrowthMeeting,
    () => import('#client/modules/meetings/meetings/CreateGrowthMeetingScreen.tsx'),
  ),
]

/**
 * The first page of every tab has the same key, `default`: with it, a link would start at the scroll position of another
 * page.
 */
const placeOf = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key)

const Root = () => (
  <>
    <Outlet />
    <ScrollRestoration getKey={placeOf} />
  </>
)

export const createRouter = () =>
  createBrowserRouter([
    {
      ...frame,
      Component: Root,
      children: [
        {
          ...frame,
          Component: PublicLayout,
          children: [...publicScreens(readSettings().PRODUCT_SLUG), { path: '*', Component: NotFoundScreen }],
        },
        {
          ...frame,
          Component: Guard,
          // Its shell is downloaded with the first screen behind the guard: visitors never need it.
          children: [
            {
              ...frame,
              lazy: personalLayout,
              children: [{ ...frame, lazy: memberLayout, children: memberScreens }],
            },
          ],
        },
      ],
    },
  ])

export type Router = ReturnType<typeof createRouter>

/** Resolves when the code of the first screen has loaded. */
export const firstScreen = (router: Router) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
