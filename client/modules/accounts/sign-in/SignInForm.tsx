import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'

import { PasswordField } from '#client/ui/form/PasswordField.tsx'
import { linkTo } from '#client/ui/link-to.tsx'
import { rich } from '#client/ui/rich.tsx'
import * as m from '#shared/accounts/messages.ts'
import { paths } from '#shared/lib/paths.ts'

import { PASSWORD_MIN } from './checks.ts'
import { EmailField } from './EmailField.tsx'

type Control = Pick<ComponentProps<typeof PasswordField>, 'name' | 'value' | 'onChange' | 'error'>

export const Credentials = ({ email, password }: { email: Control; password: Control }) => (
  <>
    <EmailField {...email} />
    <PasswordField {...password} label={m.signInPassword()} autoComplete="current-password" required />
  </>
)

export const NewCredentials = ({ email, password }: { email: Control; password: Control }) => (
  <>
    <EmailField {...email} />
    <PasswordField
      {...password}
      label={m.signInPassword()}
      hint={m.newPasswordHint({ min: PASSWORD_MIN })}
      autoComplete="new-password"
      required
    />
  </>
)

export const WithoutSignIn = () => (
  <>
    <p>{rich(m.signInNoAccount({ link: linkTo(paths.onboarding) }))}</p>
    <p>
      <Link to={paths.resetPassword}>{m.signInForgot()}</Link>
    </p>
  </>
)
