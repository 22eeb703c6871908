import type { FieldErrors } from '#client/lib/use-form.ts'

/** Longer than the identity provider asks for by itself. */
export const SHORTEST_PASSWORD = 8

export const wrongEmail = (email: string): FieldErrors =>
  /^\S+@\S+$/.test(email.trim())
    ? {}
    : { email: email ? 'This does not look like an email address.' : 'Please enter your email address.' }

export const wrongNewPassword = (password: string): FieldErrors =>
  password.length >= SHORTEST_PASSWORD
    ? {}
    : { password: `Please choose a password of at least ${SHORTEST_PASSWORD} characters.` }
