import { randomInt, randomUUID } from 'node:crypto'

import type { BrowserContext, Page } from 'playwright-core'
import { inject, vi } from 'vitest'

import { actionLink, type AuthEmulator, authEmulatorAt } from '#server/testing/auth-emulator.ts'
import { emulatorSettings } from '#server/testing/stack.ts'

export interface Person {
  uid: string
  email: string
  password: string
}

const HOUR = 60 * 60_000

type Credentials = Pick<Person, 'email' | 'password'>

/** Someone of their own for each test, since all tests share one Auth emulator. */
export async function newPerson(emulator: AuthEmulator, { emailVerified = true } = {}): Promise<Person> {
  const email = `${randomUUID()}@people.test`
  const password = 'a long enough password'
  const { uid } = await emulator.createUser({ email, password, emailVerified })
  return { uid, email, password }
}

/** Fills in the sign-in form that is shown, or goes to it first. */
export async function signIn(page: Page, origin: string, { email, password }: Credentials) {
  if (!page.url().startsWith(`${origin}/login`)) await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * Signs in without the screens: the session's cookie, and what the identity provider's SDK stores for its user. The
 * page is left on a file of the product, so that `page.goto` leads to a screen.
 */
export async function startSession(page: Page, origin: string, { email, password }: Credentials) {
  const emulator = authEmulatorAt(inject('authEmulator'))
  const apiKey = emulatorSettings(emulator).FIREBASE_API_KEY
  const { uid, idToken, refreshToken } = await emulator.signIn(email, password)
  const { status } = await call(page, 'POST', '/api/session', { idToken })
  if (status !== 200) throw new Error(`${email} got no session: ${status}`)
  await page.goto(`${origin}/icon.svg`)
  // The rest of the record is looked up when the SDK starts.
  const user = {
    uid,
    email,
    emailVerified: true,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: Date.now() + HOUR },
    apiKey,
    appName: '[DEFAULT]',
  }
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `firebase:authUser:${apiKey}:[DEFAULT]`,
    JSON.stringify(user),
  ] as const)
}

/** Signs in someone without the screens and opens `path`. */
export async function openSignedIn(page: Page, origin: string, person: Credentials, path = '/dashboard') {
  await startSession(page, origin, person)
  await page.goto(origin + path)
}

/** What the person's newest email leads to; waits for one that is on its way. */
export async function newestLink(emulator: AuthEmulator, origin: string, email: string) {
  const code = await vi.waitUntil(async () => (await emulator.oobCodes(email)).at(-1), 20_000)
  return actionLink(origin, code)
}

/** A call to the server as the page's own scripts make it, without the page. */
// As `request` does, the caller says what the answer is.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export async function call<T = unknown>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
  ifMatch?: number,
): Promise<{ status: number; body: T }> {
  const response = await page.request.fetch(path, {
    method,
    headers: {
      'x-csrf': '1',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': addressOf(page.context()),
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
    },
    ...(body !== undefined && { data: body }),
  })
  const text = await response.text()
  return { status: response.status(), body: (text ? JSON.parse(text) : undefined) as T }
}

const addresses = new WeakMap<BrowserContext, string>()

/** Each browser calls from an address of its own: sign-ins and writes are limited by address. */
function addressOf(context: BrowserContext) {
  const address = addresses.get(context) ?? `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  addresses.set(context, address)
  return address
}
