import type { ComponentType } from 'react'
import {
  createBrowserRouter,
  type Location,
  Outlet,
  type RouteObject,
  ScrollRestoration,
} from 'react-router-dom'

import { readSettings } from '#client/lib/settings.ts'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { paths } from '#shared/paths.ts'

import { loadRoute } from './crash/load-route.ts'
import { Guard } from './Guard.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { BareRouteErrorScreen, RouteErrorScreen } from './RouteErrorScreen.tsx'
import { ScreenFrame } from './ScreenFrame.tsx'

/** Errors outside of every screen have no shell around them. */
const frame = { ErrorBoundary: BareRouteErrorScreen, HydrateFallback: ScreenSpinner }

const insideShell = { ErrorBoundary: RouteErrorScreen, HydrateFallback: ScreenSpinner }

/** @param load imports the screen's own file, so that its code is downloaded when it is first shown */
const screen = (path: string, load: () => Promise<{ Component: ComponentType }>): RouteObject => ({
  ...insideShell,
  path,
  lazy: loadRoute(async () => {
    const { Component } = await load()
    return {
      element: (
        <ScreenFrame>
          <Component />
        </ScreenFrame>
      ),
    }
  }),
})

/** Only browsers without Temporal download the polyfill. */
async function provideTemporal() {
  if ('Temporal' in globalThis) return
  const { install } = await import('temporal-polyfill/shim')
  install()
}

const personalLayout = loadRoute(() => import('./PersonalLayout.tsx'))

/** Its screens calculate with time zones. */
const memberLayout = loadRoute(async () => {
  const [layout] = await Promise.all([import('./MemberLayout.tsx'), provideTemporal()])
  return layout
})

const publicScreens = (productSlug: string) => [
  screen(paths.landing, () => import('#client/features/landing/LandingScreen.tsx')),
  screen(paths.about, () => import('#client/features/about/AboutScreen.tsx')),
  screen(paths.prestige(productSlug), () => import('./Prestige.tsx')),
  screen(paths.login, () => import('#client/features/account/LoginScreen.tsx')),
  screen(paths.resetPassword, () => import('#client/features/account/ResetPasswordScreen.tsx')),
  screen(paths.verification, () => import('#client/features/account/action-links/VerificationScreen.tsx')),
  {
    ...insideShell,
    lazy: personalLayout,
    children: [screen(paths.onboarding, () => import('./Onboarding.tsx'))],
  },
]

const memberScreens = [
  screen(paths.events, () => import('./Events.tsx')),
  screen('/event/:eventId', () => import('./Event.tsx')),
  screen(paths.ownProfile, () => import('./OwnProfile.tsx')),
  screen(paths.dashboard, () => import('./Dashboard.tsx')),
  screen(paths.admin, () => import('#client/features/admin/AdminScreen.tsx')),
  screen(paths.connections, () => import('#client/features/connections/ConnectionsScreen.tsx')),
  screen('/connections/:connectionId', () => import('#client/features/connections/ConnectionScreen.tsx')),
  screen('/profile/:memberId', () => import('./MemberProfile.tsx')),
  screen(paths.createGrowthMeeting, () => import('#client/features/meetings/CreateGrowthMeetingScreen.tsx')),
]

/** Every page that a tab was opened with has the same key, `default`: a link would start where another page was left. */
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
