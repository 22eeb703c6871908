import { Link, useSearchParams } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { AccountCard } from '#client/features/account/AccountCard.tsx'
import { useAuthNow } from '#client/lib/auth.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { NewPassword } from './NewPassword.tsx'
import { RecoverEmail } from './RecoverEmail.tsx'
import { VerifyEmail } from './VerifyEmail.tsx'

/** Every link that the identity provider sends by email leads here. */
export function Component() {
  useAuthNow()
  const [search] = useSearchParams()
  const code = search.get('oobCode')
  const mode = search.get('mode')
  if (code && mode === 'verifyEmail')
    return <VerifyEmail code={code} continueUrl={search.get('continueUrl')} />
  if (code && mode === 'resetPassword') return <NewPassword code={code} />
  if (code && mode === 'recoverEmail') return <RecoverEmail code={code} />
  return <UnknownLink complete={Boolean(code && mode)} />
}

const UnknownLink = ({ complete }: { complete: boolean }) => (
  <AccountCard
    title="This link does not work"
    footer={
      <p>
        <Link to={paths.login}>Sign in</Link> or <Link to={paths.landing}>go to the start page</Link>
      </p>
    }
  >
    <Notice tone="danger">
      {complete
        ? 'It asks for something that we do not know. Please open the newest email from us and use the link in it.'
        : 'A part of it is missing. Please copy the whole link from the email, or use the button there.'}
    </Notice>
  </AccountCard>
)
