import type { To } from 'react-router-dom'

import { returnPath } from '#client/lib/auth/return-path.ts'
import { eventIdAt, paths } from '#shared/lib/paths.ts'
import type { SessionUser } from '#shared/accounts/sessions.ts'

/** Id of the event whose link the person opened before signing in. */
export const requestedEventId = () => eventIdAt(returnPath())

/** The page after signing in: the rest of onboarding, otherwise the page that was first requested. */
export function destinationOf({ email, emailVerified, member }: SessionUser): { to: To; state?: unknown } {
  if (!emailVerified) return { to: paths.onboarding, state: { step: 2, email, signupMethod: 'email' } }
  return { to: member?.onboarded === false ? paths.onboarding : returnPath() }
}
