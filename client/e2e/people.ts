import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { vi } from 'vitest'

import { actionLink, type AuthEmulator } from '#server/tools/auth-emulator/auth-emulator.ts'

export interface Person {
  uid: string
  email: string
  password: string
}

export type Credentials = Pick<Person, 'email' | 'password'>

/** A separate person for each test, since all tests share one Auth emulator. */
export async function newPerson(emulator: AuthEmulator, { emailVerified = true } = {}): Promise<Person> {
  const email = `${randomUUID()}@people.test`
  const password = 'a long enough password'
  const { uid } = await emulator.createUser({ email, password, emailVerified })
  return { uid, email, password }
}

/** Fills in the sign-in form, opening it first if necessary. */
export async function signIn(page: Page, origin: string, { email, password }: Credentials) {
  if (!page.url().startsWith(`${origin}/login`)) await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The target of the link in the person's newest email; waits for one that is on its way. */
export async function newestLink(emulator: AuthEmulator, origin: string, email: string) {
  const code = await vi.waitUntil(async () => (await emulator.oobCodes(email)).at(-1), 20_000)
  return actionLink(origin, code)
}

/** Makes the next call of this address fail as it would five minutes after the sign-in. */
export const signedInLongAgo = (page: Page, url: string) =>
  page.route(
    url,
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'No.',
          status: 403,
          code: 'reauth_required',
          requestId: 'r',
        }),
      }),
    { times: 1 },
  )
