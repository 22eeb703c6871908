import { type ComponentType, useEffect } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'

import { type AuthState, useAuthNow } from '#client/lib/auth/auth.tsx'
import { rememberedUser } from '#client/lib/error-log/user.ts'
import { rememberReturn, returnPath } from '#client/lib/auth/return-path.ts'
import { paths } from '#shared/lib/paths.ts'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import type { CreateAccountProps } from './CreateAccount.tsx'
import { useInvitationToken } from './invitation.ts'
import { OtherAddress } from './OtherAddress.tsx'
import { type ProfileFields, ProfileSteps } from './ProfileSteps.tsx'
import { VerifyAddress } from './VerifyAddress.tsx'

interface Props extends ProfileFields {
  CreateAccount: ComponentType<CreateAccountProps>
}

/**
 * The next step follows from the person's account and profile, so each can be left and resumed; only between the
 * last two does the URL decide.
 */
export function OnboardingScreen({ CreateAccount, ...fields }: Props) {
  const auth = useAuthNow()
  const [search] = useSearchParams()
  const { state }: { state: { email?: string } | null } = useLocation()
  const token = useInvitationToken()
  const next = search.get('next')
  useEffect(() => {
    if (next) rememberReturn(next)
  }, [next])

  // Visitors don't wait for the identity provider.
  if (auth.state === 'loading' && rememberedUser()) return <ScreenSpinner />
  // The sign-in form explains that the session has ended, and leads back here.
  if (auth.state === 'signed-out' && auth.ended) return <Navigate to={paths.login} replace />
  if (auth.state !== 'signed-in') return <CreateAccount email={state?.email ?? ''} token={token} />
  if (!auth.user.emailVerified) return <VerifyAddress user={auth.user} />
  const status = auth.user.member?.status
  if (token && (status === 'pending' || status === 'uninvited'))
    return <OtherAddress token={token} email={auth.user.email ?? ''} />
  if (isDone(auth) && !search.has('step')) return <Navigate to={returnPath()} replace />
  return <ProfileSteps status={status} {...fields} />
}

const isDone = (auth: AuthState & { state: 'signed-in' }) => auth.user.member?.onboarded === true
