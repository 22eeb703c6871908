import { type ReactNode, useEffect, useState } from 'react'
import { type Location, Navigate, useLocation } from 'react-router-dom'

import { type AuthState, useAuthNow } from '#client/lib/auth/auth.tsx'
import { forgetReturn, rememberReturn } from '#client/lib/auth/return-path.ts'
import { paths } from '#shared/lib/paths.ts'

interface Access {
  /** Undefined while nobody is known to be signed in, and for people who have to go elsewhere. */
  user?: SignedInUser
  /** Leads to the sign-in or to the verification. */
  elsewhere?: ReactNode
}

export type SignedInUser = Extract<AuthState, { state: 'signed-in' }>['user']

/** Improves the user experience only: the server decides every permission on each call. */
export function useAccess(): Access {
  const auth = useAuthNow()
  const location = useLocation()
  const reloading = useReloadedOnce(auth)
  const user = auth.state === 'signed-in' && !reloading ? auth.user : undefined
  const isOpen = user?.emailVerified === true
  useEffect(() => {
    if (isOpen) forgetReturn()
  }, [isOpen])

  if (isOpen) return { user }
  if (user) return { elsewhere: <ToVerification email={user.email} from={location} /> }
  // Signing out navigates to the landing first. It may still be rendering while this screen is shown.
  if (auth.state === 'signed-out' && window.location.pathname !== paths.landing)
    return { elsewhere: <ToLogin from={location} /> }
  return {}
}

/**
 * The provider's stored record may predate the verification of the email address; a record from the server does not.
 * True while it is being reloaded.
 */
function useReloadedOnce(auth: AuthState & { reload: () => Promise<void> }) {
  const { reload } = auth
  const uid = auth.state === 'signed-in' && !auth.user.emailVerified ? auth.user.uid : undefined
  const [reloaded, setReloaded] = useState<string>()

  useEffect(() => {
    if (!uid) return
    // If it cannot be reloaded, the stored record is used: the server decides anyway.
    reload()
      .catch(() => undefined)
      .finally(() => setReloaded(uid))
  }, [uid, reload])

  return uid !== undefined && reloaded !== uid
}

function ToLogin({ from }: { from: Location }) {
  useEffect(() => rememberReturn(pathOf(from)), [from])
  return <Navigate to={paths.login} state={{ from }} replace />
}

function ToVerification({ email, from }: { email: string | null; from: Location }) {
  useEffect(() => rememberReturn(pathOf(from)), [from])
  return <Navigate to={paths.onboarding} state={{ step: 2, email, signupMethod: 'email', from }} replace />
}

const pathOf = ({ pathname, search, hash }: Location) => pathname + search + hash
