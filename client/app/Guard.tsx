import { useEffect, useState } from 'react'
import { type Location, Navigate, Outlet, useLocation } from 'react-router-dom'

import { type AuthState, useAuthNow } from '#client/lib/auth/auth.tsx'
import { forgetReturn, rememberReturn } from '#client/lib/auth/return-path.ts'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { paths } from '#shared/lib/paths.ts'

/** Improves the user experience only: the server decides every permission on each call. */
export function Guard() {
  const auth = useAuthNow()
  const location = useLocation()
  const reloading = useReloadedOnce(auth)

  if (auth.state === 'loading' || reloading) return <ScreenSpinner />
  // Signing out navigates to the landing first. It may still be rendering while this screen is shown.
  if (auth.state === 'signed-out' && window.location.pathname === paths.landing) return <ScreenSpinner />
  if (auth.state === 'signed-out') return <ToLogin from={location} />
  if (!auth.user.emailVerified) return <ToVerification email={auth.user.email} from={location} />
  return <Authorised />
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

function Authorised() {
  useEffect(forgetReturn, [])
  return <Outlet />
}

const pathOf = ({ pathname, search, hash }: Location) => pathname + search + hash
