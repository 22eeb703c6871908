import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { Button } from '#client/ui/Button.tsx'
import { PasswordField } from '#client/ui/form/PasswordField.tsx'
import { linkTo } from '#client/ui/link-to.tsx'
import { rich } from '#client/ui/rich.tsx'
import * as m from '#shared/accounts/messages.ts'
import { paths } from '#shared/lib/paths.ts'

import styles from './account.module.css'
import { AccountLayout } from './AccountCard.tsx'
import { PASSWORD_MIN } from './checks.ts'
import { CodeButton } from './CodeOption.tsx'
import { EmailField } from './EmailField.tsx'
import { GoogleMark } from './GoogleMark.tsx'

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

const empty = (name: string) => ({ name, value: '', onChange() {} })

const StillMethods = () => (
  <>
    <CodeButton />
    <Button variant="secondary" className={styles.google}>
      <GoogleMark />
      {m.signInWithGoogle()}
    </Button>
    <p className={styles.or}>{m.signInOr()}</p>
  </>
)

/** The screen as the build renders it. Inert: a form that is sent without the app would put the password in the address. */
export const StillSignIn = () => (
  <AccountLayout title={m.signInTitle()} footer={<WithoutSignIn />} inert>
    <StillMethods />
    <form className={styles.form}>
      <Credentials email={empty('email')} password={empty('password')} />
      <Button type="submit">{m.signInTitle()}</Button>
    </form>
  </AccountLayout>
)

/** The screen that the link of a public event leads newcomers to, as the build renders it. */
export const StillInvitation = ({ event }: { event: ReactNode }) => (
  <AccountLayout
    title={m.createAccountTitle()}
    before={event}
    lead={<span inert>{rich(m.signInMember({ link: linkTo(paths.login) }))}</span>}
    inert
  >
    <StillMethods />
    <form className={styles.form}>
      <NewCredentials email={empty('email')} password={empty('password')} />
      <Button type="submit">{m.createAccount()}</Button>
    </form>
  </AccountLayout>
)
