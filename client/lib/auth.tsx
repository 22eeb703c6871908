import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'

import { type Auth, type AuthState, createAuth } from './auth-state.ts'
import { rememberedUser } from './error-log/user.ts'
import { OfflineError } from './request-errors.ts'
import { readSettings } from './settings.ts'

const AuthContext = createContext<Auth | undefined>(undefined)

export function AuthProvider({ children }: { children: ReactNode }) {
  const auth = useMemo(() => createAuth(openFirebase), [])
  useEffect(() => auth.listen(), [auth])
  // Only public screens wait for this, and only if this browser knows the person.
  useEffect(() => (rememberedUser() ? whenIdle(auth.start) : undefined), [auth])
  return <AuthContext value={auth}>{children}</AuthContext>
}

export type { AuthState }

/** The auth state and its commands. Public screens treat `loading` as a visitor and never wait. */
export function useAuth(): AuthState & Omit<Auth, 'state'> {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  const shown = useSyncExternalStore(auth.state.subscribe, auth.state.get)
  return { ...auth, ...shown }
}

/** Like `useAuth`, for screens that need it at once: it does not wait for the browser to be idle. */
export function useAuthNow() {
  const auth = useAuth()
  const { start } = auth
  useEffect(() => start(), [start])
  return auth
}

async function openFirebase() {
  const { openIdentityProvider } = await import('./firebase.ts').catch((cause: unknown) => {
    throw new OfflineError({ cause })
  })
  return openIdentityProvider(readSettings())
}

/** Once the page has loaded and the browser has nothing better to do. */
function whenIdle(work: () => void) {
  // Safari has no requestIdleCallback.
  const wait = () => (globalThis.requestIdleCallback ?? setTimeout)(work)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}
