import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'

import { type Auth, type AuthState, createAuth } from './auth-state.ts'
import { readSettings } from './settings.ts'

const AuthContext = createContext<Auth | undefined>(undefined)

export function AuthProvider({ children }: { children: ReactNode }) {
  const auth = useMemo(() => createAuth(openFirebase), [])
  useEffect(() => whenIdle(auth.start), [auth])
  return <AuthContext value={auth}>{children}</AuthContext>
}

export type { AuthState }

/** Who is here, and what they can do about it. Public screens treat `loading` as a visitor and never wait. */
export function useAuth(): AuthState & Omit<Auth, 'state'> {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  const shown = useSyncExternalStore(auth.state.subscribe, auth.state.get)
  return { ...auth, ...shown }
}

/** As `useAuth`, for screens that cannot do without: they do not wait for the browser to be idle. */
export function useAuthNow() {
  const auth = useAuth()
  const { start } = auth
  useEffect(() => start(), [start])
  return auth
}

async function openFirebase() {
  const { openIdentityProvider } = await import('./firebase.ts')
  return openIdentityProvider(readSettings())
}

function whenIdle(work: () => void) {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 2_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 })
  return () => cancelIdleCallback(handle)
}
