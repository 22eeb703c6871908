import { useNavigate } from 'react-router-dom'

import { useAuth } from '#client/lib/auth.tsx'
import { useToast } from '#client/ui/toast.ts'
import { paths } from '#shared/paths.ts'

/** Leaves the guard first: it would ask the person to sign in again, and return them to this screen. */
export function useSignOut() {
  const auth = useAuth()
  const navigate = useNavigate()
  const toast = useToast()
  /** `everywhere`: on the person's other devices too. */
  return async (everywhere: boolean) => {
    // What it keeps on this device is deleted without a connection, too.
    const device = import('#client/features/notifications/push/device.ts')
    device.then(({ forgetDevice }) => forgetDevice()).catch(() => {})
    await navigate(paths.landing)
    try {
      await auth.signOut({ everywhere })
      if (everywhere) toast('You’re signed out on all devices.', { tone: 'success' })
    } catch {
      toast('You’re still signed in, because the server can’t be reached.', { tone: 'danger' })
    }
  }
}
