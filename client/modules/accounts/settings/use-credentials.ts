import { useSuspenseQuery } from '@tanstack/react-query'

import type { CredentialChange } from '#shared/accounts/sessions.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import type { IdentityProvider } from '#client/lib/auth/firebase.ts'
import { useRecentSignIn } from '#client/lib/recent-sign-in.ts'
import { request } from '#client/lib/request.ts'

export interface Credentials {
  hasPassword: boolean
  /** The Google account, if one is connected. */
  google: { email: string | null } | undefined
}

export function credentialsOf(identity: IdentityProvider): Credentials {
  const methods = identity.signInMethods()
  return {
    hasPassword: methods.some(({ providerId }) => providerId === 'password'),
    google: methods.find(({ providerId }) => providerId === 'google.com'),
  }
}

/** The sign-in methods of the person. */
export function useCredentials() {
  const { provider } = useAuth()
  const { data, refetch } = useSuspenseQuery({
    queryKey: ['credentials'],
    queryFn: async () => credentialsOf(await provider()),
    staleTime: 0,
  })
  return { credentials: data, reload: refetch }
}

/**
 * Announces a change to the server, which requires a recent sign-in and records it, then makes it at the provider.
 * @throws SignInDeclined when the person closes the dialog that asks for it
 */
export function useCredentialChange() {
  const { provider } = useAuth()
  const withRecentSignIn = useRecentSignIn()
  return (change: CredentialChange, make: (identity: IdentityProvider) => Promise<unknown>) =>
    withRecentSignIn(async () => {
      await request('POST /api/sessions/credential-changes', { body: { change } })
      await make(await provider())
    })
}
