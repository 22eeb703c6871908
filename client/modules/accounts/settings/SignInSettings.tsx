import { useAuth } from '#client/lib/auth/auth.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { EmailCard } from './EmailCard.tsx'
import { GoogleCard } from './GoogleCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { useCredentials } from './use-credentials.ts'

/** Email, password and Google, all of which are managed by the identity provider. */
export function SignInSettings() {
  const auth = useAuth()
  const { credentials, reload } = useCredentials()
  if (auth.state !== 'signed-in') return null
  const email = auth.user.email ?? ''
  return (
    <div className={patterns.column}>
      <EmailCard key={email} uid={auth.user.uid} email={email} />
      <PasswordCard email={email} hasPassword={credentials.hasPassword} onChanged={reload} />
      <GoogleCard credentials={credentials} onChanged={reload} />
    </div>
  )
}
