import type { ComponentType } from 'react'
import { type Location, Outlet, type RouteObject, ScrollRestoration } from 'react-router-dom'

import { readSettings } from '#client/lib/settings.ts'
import { provideTemporal } from '#client/lib/time/temporal.ts'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { type Screen, type ScreenKind, screens } from '#shared/lib/screens.ts'

import { PageCrash } from './crash/PageCrash.tsx'
import { loadRoute } from './crash/load-route.ts'
import { NotFoundScreen } from './screens/NotFoundScreen.tsx'
import { PublicLayout } from './shells/PublicLayout.tsx'
import { BareRouteErrorScreen, RouteErrorScreen } from './screens/RouteErrorScreen.tsx'

/** Errors outside every screen have no shell around them. */
const frame = { ErrorBoundary: BareRouteErrorScreen, HydrateFallback: ScreenSpinner }

const insideShell = { ErrorBoundary: RouteErrorScreen, HydrateFallback: ScreenSpinner }

interface ScreenModule {
  Component: ComponentType
}

/** Loads the files in `routes`, by their paths. */
export type ScreenFiles = Readonly<Record<string, () => Promise<ScreenModule>>>

/** Its code is downloaded when it is first shown. */
const routeOf = (files: ScreenFiles, { path, module }: Screen): RouteObject => ({
  ...insideShell,
  path,
  lazy: loadRoute(async () => {
    const { Component } = await files[`./routes/${module}.tsx`]!()
    return {
      element: (
        <PageCrash>
          <Component />
        </PageCrash>
      ),
    }
  }),
})

const routesOf = (kind: ScreenKind, files: ScreenFiles) =>
  screens(readSettings().PRODUCT_SLUG)
    .filter((screen) => screen.kind === kind)
    .map((screen) => routeOf(files, screen))

const personalLayout = loadRoute(() => import('./shells/PersonalLayout.tsx'))

const sharedLayout = loadRoute(() => import('./shells/SharedLayout.tsx'))

/** Downloaded with the first screen behind it: visitors never need it. Its screens calculate with time zones. */
const memberLayout = loadRoute(async () => {
  const [layout] = await Promise.all([import('./shells/MemberLayout.tsx'), provideTemporal()])
  return layout
})

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

/** For the browser's router, and for the server, which renders the first view. */
export const createRoutes = (files: ScreenFiles): RouteObject[] => [
  {
    ...frame,
    Component: Root,
    children: [
      {
        ...frame,
        Component: PublicLayout,
        children: [
          ...routesOf('visitor', files),
          { ...insideShell, lazy: personalLayout, children: routesOf('personal', files) },
          { path: '*', Component: NotFoundScreen },
        ],
      },
      {
        ...frame,
        lazy: personalLayout,
        children: [{ ...frame, lazy: sharedLayout, children: routesOf('shared', files) }],
      },
      {
        ...frame,
        lazy: personalLayout,
        children: [{ ...frame, lazy: memberLayout, children: routesOf('member', files) }],
      },
    ],
  },
]
