import { createBrowserRouter, type RouteObject } from 'react-router-dom'

import { provideTemporal } from '#client/lib/time/temporal.ts'

import { loadRoute } from './crash/load-route.ts'
import { createRoutes, frame, personalLayout, routesOf, type ScreenFiles } from './public-routes.tsx'

const FILES: ScreenFiles = import.meta.glob<Awaited<ReturnType<ScreenFiles[string]>>>('./routes/*.tsx')

const guard = loadRoute(async () => ({ Component: (await import('./Guard.tsx')).Guard }))

/** Its screens calculate with time zones. */
const memberLayout = loadRoute(async () => {
  const [layout] = await Promise.all([import('./shells/MemberLayout.tsx'), provideTemporal()])
  return layout
})

/** Downloaded with the first screen behind it, like its shell: visitors never need them. */
const memberRoutes = (): RouteObject => ({
  ...frame,
  lazy: guard,
  children: [
    {
      ...frame,
      lazy: personalLayout,
      children: [{ ...frame, lazy: memberLayout, children: routesOf('member', FILES) }],
    },
  ],
})

export const createRouter = () => createBrowserRouter(createRoutes(FILES, [memberRoutes()]))

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
