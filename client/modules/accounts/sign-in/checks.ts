import * as m from '#shared/accounts/messages.ts'
import type { FieldErrors } from '#client/lib/use-form.ts'

/** Stricter than the identity provider's rule. */
export const PASSWORD_MIN = 8

export const wrongEmail = (email: string): FieldErrors =>
  /^[^\s@]+@\S+$/.test(email.trim()) ? {} : { email: email ? m.emailInvalid() : m.emailMissing() }

export const wrongNewPassword = (password: string): FieldErrors =>
  password.length >= PASSWORD_MIN ? {} : { password: m.newPasswordRule({ min: PASSWORD_MIN }) }
