import type { ComponentType } from 'react'
import { createBrowserRouter, Outlet, type RouteObject, ScrollRestoration } from 'react-router-dom'

import { readSettings } from '#client/lib/settings.ts'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { paths } from '#shared/paths.ts'

import { insidePageCrash } from './crash/PageCrash.tsx'
import { Guard } from './Guard.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { BareRouteErrorScreen, RouteErrorScreen } from './RouteErrorScreen.tsx'

const screen = (path: string, load: () => Promise<{ Component: ComponentType }>): RouteObject => ({
  path,
  lazy: async () => ({ Component: insidePageCrash((await load()).Component) }),
  ErrorBoundary: RouteErrorScreen,
  HydrateFallback: ScreenSpinner,
})

const publicScreens = (productSlug: string): RouteObject[] => [
  screen(paths.landing, () => import('#client/features/landing/LandingScreen.tsx')),
  screen(paths.about, () => import('#client/features/about/AboutScreen.tsx')),
  screen(paths.prestige(productSlug), () => import('#client/features/prestige/PrestigeScreen.tsx')),
  screen(paths.login, () => import('#client/features/account/LoginScreen.tsx')),
  screen(paths.resetPassword, () => import('#client/features/account/ResetPasswordScreen.tsx')),
  screen(paths.verification, () => import('#client/features/account/VerificationScreen.tsx')),
  screen(paths.onboarding, () => import('#client/features/account/OnboardingScreen.tsx')),
]

const memberScreens: RouteObject[] = [
  screen(paths.events, () => import('#client/features/events/EventsScreen.tsx')),
  screen('/event/:eventId', () => import('#client/features/events/EventScreen.tsx')),
  screen(paths.ownProfile, () => import('#client/features/profile/OwnProfileScreen.tsx')),
  screen(paths.dashboard, () => import('#client/features/dashboard/DashboardScreen.tsx')),
  screen(paths.admin, () => import('#client/features/admin/AdminScreen.tsx')),
  screen(paths.connections, () => import('#client/features/connections/ConnectionsScreen.tsx')),
  screen('/connections/:connectionId', () => import('#client/features/connections/ConnectionScreen.tsx')),
  screen('/profile/:memberId', () => import('#client/features/profile/MemberProfileScreen.tsx')),
  screen(paths.createGrowthMeeting, () => import('#client/features/meetings/CreateGrowthMeetingScreen.tsx')),
]

const ScrollingRoot = () => (
  <>
    <Outlet />
    <ScrollRestoration />
  </>
)

const layout = { ErrorBoundary: BareRouteErrorScreen, HydrateFallback: ScreenSpinner }

export const createRouter = () =>
  createBrowserRouter([
    {
      Component: ScrollingRoot,
      ErrorBoundary: BareRouteErrorScreen,
      children: [
        {
          ...layout,
          Component: PublicLayout,
          children: [...publicScreens(readSettings().PRODUCT_SLUG), { path: '*', Component: NotFoundScreen }],
        },
        {
          ...layout,
          Component: Guard,
          children: [{ ...layout, lazy: () => import('./MemberLayout.tsx'), children: memberScreens }],
        },
      ],
    },
  ])
