import { Link, useSearchParams } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { AccountCard } from '#client/features/account/AccountCard.tsx'
import { useAuthNow } from '#client/lib/auth.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { ChangeEmail } from './ChangeEmail.tsx'
import { NewPassword } from './NewPassword.tsx'
import { RecoverEmail } from './RecoverEmail.tsx'
import { Unsubscribe } from './Unsubscribe.tsx'
import { VerifyEmail } from './VerifyEmail.tsx'

/** Handles the links in emails: those of the identity provider, and those that switch emails off. */
export function Component() {
  useAuthNow()
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
  return <UnknownLink complete={Boolean(code && mode)} />
}

const UnknownLink = ({ complete }: { complete: boolean }) => (
  <AccountCard
    title="This link doesn’t work"
    footer={
      <p>
        <Link to={paths.login}>Sign in</Link> or <Link to={paths.landing}>go to the home page</Link>
      </p>
    }
  >
    <Notice tone="danger">
      {complete
        ? 'We don’t recognise this link. Use the link in the newest email from us.'
        : 'Part of the link is missing. Copy the whole link from the email, or use the button in it.'}
    </Notice>
  </AccountCard>
)
