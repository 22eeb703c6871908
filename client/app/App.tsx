import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { RouterProvider } from 'react-router-dom'

import { AuthProvider, useAuth } from '#client/lib/auth.tsx'
import { rememberUser } from '#client/lib/error-log/user.ts'
import { watchConnection } from '#client/lib/reconnect.ts'
import { Toaster } from '#client/ui/Toaster.tsx'

import { ConnectionBanner } from './ConnectionBanner.tsx'
import type { Router } from './first-screen.ts'
import { createQueryClient } from './query-client.ts'

export const App = ({ router }: { router: Router }) => (
  <AuthProvider>
    <PersonalCache router={router} />
  </AuthProvider>
)

/** One person's data is never shown to the next: each gets a cache of their own. */
function PersonalCache({ router }: { router: Router }) {
  const auth = useAuth()
  const { uid, email } = auth.state === 'signed-in' ? auth.user : {}
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new person is the reason for a new cache
  const cache = useMemo(createQueryClient, [uid])

  useEffect(() => watchConnection(), [])
  useEffect(() => {
    if (auth.state !== 'loading') rememberUser(email ?? null)
  }, [auth.state, email])

  return (
    <QueryClientProvider client={cache}>
      <Toaster>
        <ConnectionBanner />
        <RouterProvider router={router} />
      </Toaster>
    </QueryClientProvider>
  )
}
