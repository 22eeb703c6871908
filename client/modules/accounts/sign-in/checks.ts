import { PASSWORD } from '#shared/accounts/password-limits.ts'
import * as m from '#shared/accounts/messages.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'

export const PASSWORD_MIN = PASSWORD.min

export const wrongEmail = (email: string): FieldErrors =>
  /^[^\s@]+@\S+$/.test(email.trim()) ? {} : { email: email ? m.emailInvalid() : m.emailMissing() }

export const wrongNewPassword = (password: string): FieldErrors =>
  password.length >= PASSWORD_MIN ? {} : { password: m.newPasswordRule({ min: PASSWORD_MIN }) }
