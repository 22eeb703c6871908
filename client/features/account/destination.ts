import type { To } from 'react-router-dom'

import { returnPath } from '#client/lib/return-path.ts'
import { paths } from '#shared/paths.ts'
import type { SessionUser } from '#shared/session.ts'

/** Where to go after signing in: to the rest of onboarding, else to the page first requested. */
export function destinationOf({ email, emailVerified, member }: SessionUser): { to: To; state?: unknown } {
  if (!emailVerified) return { to: paths.onboarding, state: { step: 2, email, signupMethod: 'email' } }
  return { to: member?.onboarded === false ? paths.onboarding : returnPath() }
}
