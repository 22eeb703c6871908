import { createBrowserRouter } from 'react-router-dom'

import { createRoutes, type ScreenFiles } from './app-routes.tsx'

const FILES: ScreenFiles = import.meta.glob<Awaited<ReturnType<ScreenFiles[string]>>>('./routes/*.tsx')

export const createRouter = () => createBrowserRouter(createRoutes(FILES))

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
