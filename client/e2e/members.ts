import { setTimeout as wait } from 'node:timers/promises'

import type { BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'

import type { ConnectionList } from '#shared/connection-rules.ts'
import type { Connection, Relationship } from '#shared/connections.ts'
import type { OwnProfile, ProfileEdit } from '#shared/members.ts'
import { editOf } from '#shared/profile-edit.ts'
import { authEmulatorAt } from '#server/testing/auth-emulator.ts'
import { emulatorSettings } from '#server/testing/stack.ts'

import { addressOf } from './browser-pool.ts'
import { type Credentials, newPerson, type Person } from './people.ts'
import type { runProduct } from './product.ts'

const HOUR = 60 * 60_000
/** As the server asks for. */
const RETRY_AFTER = 1_000

export interface Member {
  id: string
  name: string
  page: Page
  /** To sign in again. */
  person: Person
}

/** Someone signed in whom others can find, with a browser of their own. */
export async function newMember(
  product: ReturnType<typeof runProduct>,
  name: string,
  profile: Partial<ProfileEdit> = {},
  options: BrowserContextOptions = {},
): Promise<Member> {
  const page = await product.newBrowser({ reducedMotion: 'reduce', ...options })
  const person = await newPerson(product.emulator)
  await startSession(page, product.origin, person)
  const { body: own } = await call<OwnProfile>(page, 'GET', '/api/me')
  const edit = { ...editOf(own), ...profile, displayName: name }
  const { status } = await call(page, 'PUT', '/api/me', edit, own.version)
  if (status !== 200) throw new Error(`${name} could not fill in the profile: ${status}`)
  // Until then the directory leaves them out.
  await call(page, 'POST', '/api/me/onboarded')
  return { id: own.id, name, page, person }
}

/**
 * Signs in without the screens: the session's cookie, and what the identity provider's SDK stores for its user. The
 * page is left on a file of the product, so that `page.goto` leads to a screen.
 */
export async function startSession(page: Page, origin: string, { email, password }: Credentials) {
  const emulator = authEmulatorAt(inject('authEmulator'))
  const apiKey = emulatorSettings(emulator).FIREBASE_API_KEY
  const { uid, idToken, refreshToken } = await emulator.signIn(email, password)
  const open = async (attempts: number): Promise<number> => {
    const { status } = await call(page, 'POST', '/api/session', { idToken })
    if (status !== 503 || attempts === 1) return status
    await wait(RETRY_AFTER)
    return open(attempts - 1)
  }
  // 503 where the machine is so busy with other tests that the server sheds load.
  const status = await open(20)
  if (status !== 200) throw new Error(`${email} got no session: ${status}`)
  // Where a browser that is used again starts.
  if (page.url() !== `${origin}/icon.svg`) await page.goto(`${origin}/icon.svg`)
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

/**
 * While the stream of notifications is open, the network never rests, and once the server is back after a restart, the
 * page notices what has become of its session.
 */
export const withoutStream = (page: Page) =>
  page.route('**/api/notifications/stream*', (route) => route.abort())

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

export const requestConnection = (from: Member, to: Member, note = '') =>
  call<{ connectionId: string }>(from.page, 'POST', '/api/connections', { memberId: to.id, note })

/** Both of them agreed. Resolves to the connection's id. */
export async function connect(a: Member, b: Member) {
  await requestConnection(a, b)
  return (await requestConnection(b, a)).body.connectionId
}

export const relationshipOf = async (of: Member, to: Member) =>
  (await call<Relationship>(of.page, 'GET', `/api/connections/with/${to.id}`)).body.state

export const listed = async ({ page }: Member, list: ConnectionList) =>
  (await call<{ items: Connection[] }>(page, 'GET', `/api/connections?list=${list}`)).body.items.map(
    ({ member }) => member.displayName,
  )

/** Waits until the page says so in passing. Each time it says so answers one wait, however long it stays. */
export const waitForToast = (page: Page, words: string | RegExp) =>
  page
    .getByRole('region', { name: 'Messages' })
    .locator('p:not([data-seen])')
    .getByText(words)
    .evaluate((message) => message.setAttribute('data-seen', ''))
