import { randomUUID } from 'node:crypto'

import type { Page } from 'playwright-core'

import { actionLink, type AuthEmulator } from '#server/testing/auth-emulator.ts'

export interface Person {
  uid: string
  email: string
  password: string
}

/** Someone of their own for each test, since all tests share one Auth emulator. */
export async function newPerson(emulator: AuthEmulator, { emailVerified = true } = {}): Promise<Person> {
  const email = `${randomUUID()}@people.test`
  const password = 'a long enough password'
  const { uid } = await emulator.createUser({ email, password, emailVerified })
  return { uid, email, password }
}

/** Fills in the sign-in form that is shown, or goes to it first. */
export async function signIn(
  page: Page,
  origin: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
) {
  if (!page.url().startsWith(`${origin}/login`)) await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in someone new, who would be led through onboarding first, and goes straight to `path`. */
export async function enter(page: Page, origin: string, person: Person, path = '/dashboard') {
  await signIn(page, origin, person)
  await page.getByRole('heading', { name: 'Who you are' }).waitFor()
  await page.goto(origin + path)
}

/** What the person's newest email leads to. */
export async function newestLink(emulator: AuthEmulator, origin: string, email: string) {
  const code = (await emulator.oobCodes(email)).at(-1)
  if (!code) throw new Error(`No link was sent to ${email}`)
  return actionLink(origin, code)
}
