import type { createRouter } from './router.tsx'

export type Router = ReturnType<typeof createRouter>

/** Resolves when the router has the code of the screen it starts with. */
export const firstScreen = (router: Router) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
