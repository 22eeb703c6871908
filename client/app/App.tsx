import { type ReactNode, useEffect, useMemo } from 'react'

import { AuthProvider, useAuth } from '#client/lib/auth/auth.tsx'
import type { Auth } from '#client/lib/auth/auth-state.ts'
import { watchConnection } from '#client/lib/connection.ts'
import { Toaster } from '#client/ui/overlays/Toaster.tsx'

import { ConnectionBanner } from './shells/ConnectionBanner.tsx'
import { type Personal, PersonalContext } from './data/personal.ts'
import { UpdateBanner } from './shells/UpdateBanner.tsx'

interface AppProps {
  auth: Auth
  /** The router with the screens. */
  children: ReactNode
}

export const App = ({ auth, children }: AppProps) => (
  <AuthProvider auth={auth}>
    <Frame>{children}</Frame>
  </AuthProvider>
)

function Frame({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const { uid, email } = auth.state === 'signed-in' ? auth.user : {}
  // One person's data must never be shown to the next person.
  //
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new person is the reason for a new one
  const personal = useMemo((): Personal => ({}), [uid])

  useEffect(() => watchConnection(), [])
  useEffect(() => {
    if (auth.state === 'loading') return
    document.documentElement.toggleAttribute('data-signed-in', email != null)
  }, [auth.state, email])

  return (
    <PersonalContext value={personal}>
      <Toaster
        persistent={
          <>
            <ConnectionBanner />
            <UpdateBanner />
          </>
        }
      >
        {children}
      </Toaster>
    </PersonalContext>
  )
}
