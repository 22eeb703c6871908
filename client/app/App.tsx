import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { RouterProvider } from 'react-router-dom'

import { AuthProvider, useAuth } from '#client/lib/auth.tsx'
import { rememberUser } from '#client/lib/error-log/user.ts'
import { watchConnection } from '#client/lib/reconnect.ts'
import { Toaster } from '#client/ui/Toaster.tsx'

import { ConnectionBanner } from './ConnectionBanner.tsx'
import { createQueryClient } from './query-client.ts'
import { createRouter } from './router.tsx'

export const App = () => (
  <AuthProvider>
    <PersonalCache />
  </AuthProvider>
)

/** One person's data is never shown to the next: each gets a cache of their own. */
function PersonalCache() {
  const auth = useAuth()
  const [router] = useState(createRouter)
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
