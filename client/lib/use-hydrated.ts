import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until its page has become the app's: what only this browser knows is shown after that. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
