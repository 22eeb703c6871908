import * as m from '#shared/accounts/messages.ts'
import { PasswordField } from '#client/ui/form/PasswordField.tsx'
import type { Form } from '#client/ui/form/use-form.ts'

import { PASSWORD_MIN } from './checks.ts'

interface Props {
  form: Pick<Form<{ password: string }>, 'field'>
}

/** The password of a known address, by which password managers look it up. */
export const PresentPassword = ({ form, email }: Props & { email: string }) => (
  <>
    <input type="email" autoComplete="username" value={email} readOnly hidden />
    <PasswordField
      {...form.field('password')}
      label={m.signInPassword()}
      autoComplete="current-password"
      required
    />
  </>
)

export const NewPasswordField = ({ form }: Props) => (
  <PasswordField
    {...form.field('password')}
    label={m.newPassword()}
    kind="new"
    hint={m.newPasswordHint({ min: PASSWORD_MIN })}
    autoComplete="new-password"
    required
  />
)
