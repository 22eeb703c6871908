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
import { type Screen, type ScreenKind, screens } from '#shared/lib/screens.ts'

import { loadRoute } from './crash/load-route.ts'
import { NotFoundScreen } from './screens/NotFoundScreen.tsx'
import { PublicLayout } from './shells/PublicLayout.tsx'
import { BareRouteErrorScreen, RouteErrorScreen } from './screens/RouteErrorScreen.tsx'
import { ScreenFrame } from './shells/ScreenFrame.tsx'

/** Errors outside every screen have no shell around them. */
const frame = { ErrorBoundary: BareRouteErrorScreen, HydrateFallback: ScreenSpinner }

const insideShell = { ErrorBoundary: RouteErrorScreen, HydrateFallback: ScreenSpinner }

interface ScreenModule {
  Component: ComponentType
}

const LOAD = import.meta.glob<ScreenModule>('./routes/*.tsx')

/** Its code is downloaded when it is first shown. */
const routeOf = ({ path, module }: Screen): RouteObject => ({
  ...insideShell,
  path,
  lazy: loadRoute(async () => {
    const { Component } = await LOAD[`./routes/${module}.tsx`]!()
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

const guard = loadRoute(async () => ({ Component: (await import('./Guard.tsx')).Guard }))

const sharedLayout = loadRoute(() => import('./shells/SharedLayout.tsx'))

/** Its screens calculate with time zones. */
const memberLayout = loadRoute(async () => {
  const [layout] = await Promise.all([import('./shells/MemberLayout.tsx'), provideTemporal()])
  return layout
})

const routesOf = (kind: ScreenKind) =>
  screens(readSettings().PRODUCT_SLUG)
    .filter((screen) => screen.kind === kind)
    .map(routeOf)

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
          children: [
            ...routesOf('visitor'),
            { ...insideShell, lazy: personalLayout, children: routesOf('personal') },
            { path: '*', Component: NotFoundScreen },
          ],
        },
        {
          ...frame,
          lazy: personalLayout,
          children: [{ ...frame, lazy: sharedLayout, children: routesOf('shared') }],
        },
        {
          // Downloaded with the first screen behind it, like its shell: visitors never need them.
          ...frame,
          lazy: guard,
          children: [
            {
              ...frame,
              lazy: personalLayout,
              children: [{ ...frame, lazy: memberLayout, children: routesOf('member') }],
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
