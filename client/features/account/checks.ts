import type { FieldErrors } from '#client/lib/use-form.ts'

/** More than the identity provider requires. */
export const PASSWORD_MIN = 8

export const wrongEmail = (email: string): FieldErrors =>
  /^\S+@\S+$/.test(email.trim()) ? {} : { email: email ? 'Enter a valid email.' : 'Enter your email.' }

export const wrongNewPassword = (password: string): FieldErrors =>
  password.length >= PASSWORD_MIN
    ? {}
    : { password: `Enter a password (at least ${PASSWORD_MIN} characters).` }
