import { useEffect, useMemo } from 'react'
import { RouterProvider } from 'react-router-dom'

import { AuthProvider, useAuth } from '#client/lib/auth/auth.tsx'
import type { Auth } from '#client/lib/auth/auth-state.ts'
import { watchConnection } from '#client/lib/connection.ts'
import { Toaster } from '#client/ui/overlays/Toaster.tsx'

import { ConnectionBanner } from './shells/ConnectionBanner.tsx'
import type { Router } from './router.tsx'
import { type Personal, PersonalContext } from './data/personal.ts'
import { UpdateBanner } from './shells/UpdateBanner.tsx'

export const App = ({ router, auth }: { router: Router; auth: Auth }) => (
  <AuthProvider auth={auth}>
    <Frame router={router} />
  </AuthProvider>
)

function Frame({ router }: { router: Router }) {
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
        <RouterProvider router={router} />
      </Toaster>
    </PersonalContext>
  )
}
