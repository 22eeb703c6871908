import { useNavigate } from 'react-router-dom'

import { useAuth } from '#client/lib/auth/auth.tsx'
import { useToast } from '#client/lib/toast.ts'
import * as m from '#shared/app/messages.ts'
import { paths } from '#shared/lib/paths.ts'

/** Leaves the guard first: it would ask the person to sign in again, and return them to this screen. */
export function useSignOut() {
  const auth = useAuth()
  const navigate = useNavigate()
  const toast = useToast()
  /** `everywhere` includes the person's other devices. */
  return async (everywhere: boolean) => {
    // Data on this device is deleted even without a connection.
    const device = import('#client/modules/notifications/push/device.ts')
    device.then(({ forgetDevice }) => forgetDevice()).catch(() => {})
    await navigate(paths.landing)
    try {
      await auth.signOut({ everywhere })
      if (everywhere) toast(m.signedOutEverywhere(), { tone: 'success' })
    } catch {
      toast(m.signOutFailed(), { tone: 'danger' })
    }
  }
}
