import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'

import * as m from '#shared/accounts/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { AccountCard } from '#client/modules/accounts/sign-in/AccountCard.tsx'
import { useAuthNow } from '#client/lib/auth/auth.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { linkTo } from '#client/ui/link-to.tsx'
import { rich } from '#client/ui/rich.tsx'

import { ChangeEmail } from './ChangeEmail.tsx'
import { NewPassword } from './NewPassword.tsx'
import { RecoverEmail } from './RecoverEmail.tsx'
import { VerifyEmail } from './VerifyEmail.tsx'

interface Props {
  /** Switches emails off. */
  Unsubscribe: ComponentType<{ token: string }>
  /** Joins a round. */
  EmailedRound: ComponentType<{ token: string }>
}

export function VerificationScreen({ Unsubscribe, EmailedRound }: Props) {
  const { state } = useAuthNow()
  const [search] = useSearchParams()
  const code = search.get('oobCode')
  const mode = search.get('mode')
  if (code && mode === 'verifyEmail')
    return <VerifyEmail code={code} continueUrl={search.get('continueUrl')} />
  if (code && mode === 'resetPassword') return <NewPassword code={code} />
  if (code && mode === 'verifyAndChangeEmail') return <ChangeEmail code={code} />
  if (code && mode === 'recoverEmail') return <RecoverEmail code={code} />
  const token = search.get('token')
  if (token && mode === 'unsubscribe') return <Unsubscribe token={token} />
  if (token && mode === 'joinRound') return <EmailedRound token={token} />
  return <UnknownLink complete={Boolean(code && mode)} isSignedIn={state === 'signed-in'} />
}

const UnknownLink = ({ complete, isSignedIn }: { complete: boolean; isSignedIn: boolean }) => (
  <AccountCard
    title={m.linkUnknownTitle()}
    footer={
      <p>
        {rich(
          isSignedIn
            ? m.linkUnknownSignedIn({ dashboard: linkTo(paths.dashboard) })
            : m.linkUnknownFooter({ signIn: linkTo(paths.login), home: linkTo(paths.landing) }),
        )}
      </p>
    }
  >
    <Notice tone="danger">{complete ? m.linkUnknown() : m.linkIncomplete()}</Notice>
  </AccountCard>
)
