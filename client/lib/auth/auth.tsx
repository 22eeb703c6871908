import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'

import { rememberedUser } from '#client/lib/error-log/user.ts'
import { afterFirstContent } from '#client/lib/first-content.ts'
import { OfflineError } from '#client/lib/request-errors.ts'
import { readSettings } from '#client/lib/settings.ts'
import { deviceStorage } from '#client/lib/storage/storage.ts'

import { type Auth, type AuthState, createAuth } from './auth-state.ts'
import { LOADING } from './transitions.ts'
import { keyOfUser, uidStoredAt } from './stored-user.ts'

const AuthContext = createContext<Auth | undefined>(undefined)

/** Created once for the page. */
export const openAuth = () => createAuth({ openProvider: openFirebase, storedUid, removeStoredUser })

export function AuthProvider({ auth, children }: { auth: Auth; children: ReactNode }) {
  useEffect(() => auth.listen(), [auth])
  // If this browser knows the person by then: public screens learn of it only now, and others have it confirmed.
  useEffect(() => {
    afterFirstContent(() => {
      if (rememberedUser()) auth.start()
    })
  }, [auth])
  return <AuthContext value={auth}>{children}</AuthContext>
}

export type { AuthState }

/** The auth state and its commands. Public screens treat `loading` as a visitor and never wait. */
export function useAuth(): AuthState & Omit<Auth, 'state'> {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  const shown = useSyncExternalStore(auth.state.subscribe, auth.state.get, () => LOADING)
  return { ...auth, ...shown }
}

/** Like `useAuth`, for screens that need it at once: it does not wait for the browser to be idle. */
export function useAuthNow() {
  const auth = useAuth()
  const { resume } = auth
  useEffect(() => void resume(), [resume])
  return auth
}

const keyOfStoredUser = () => keyOfUser(readSettings().FIREBASE_API_KEY)
const storedUid = () => uidStoredAt(keyOfStoredUser())
const removeStoredUser = () => deviceStorage.remove(keyOfStoredUser())

async function openFirebase(isSigningIn: () => boolean) {
  const { openIdentityProvider } = await import('./firebase.ts').catch((cause: unknown) => {
    throw new OfflineError({ cause })
  })
  return openIdentityProvider(readSettings(), isSigningIn)
}
