import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import type { ConnectionList } from '#shared/people/connection-rules.ts'
import type { Connection, Relationship } from '#shared/people/connections.ts'
import type { OwnProfile, ProfileEdit } from '#shared/people/members.ts'
import { editOf } from '#shared/people/profile-edit.ts'
import { authEmulatorAt } from '#server/tools/auth-emulator/auth-emulator.ts'
import { emulatorSettings } from '#server/tools/stack.ts'

import { addressOf } from './browser-pool.ts'
import { type Credentials, newPerson, type Person } from './people.ts'
import type { runProduct } from './product.ts'

/** Milliseconds that the server asks clients to wait. */
const RETRY_AFTER = 1_000

export interface Member {
  id: string
  name: string
  page: Page
  /** Used to sign in again. */
  person: Person
}

/** A signed-in member whom others can find, with their own browser. */
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
 * Signs in without the screens: sets the session's cookie, and the user as the identity provider's SDK stores it.
 * Leaves the page on a file of the product, so that `page.goto` can open a screen.
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
  // 503 when the machine is so busy with other tests that the server sheds load.
  const status = await open(20)
  if (status !== 200) throw new Error(`${email} got no session: ${status}`)
  // A reused browser starts there.
  if (page.url() !== `${origin}/icon.svg`) await page.goto(`${origin}/icon.svg`)
  // The SDK looks up the rest of the record when it starts.
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

/** Signs a person in without the screens and opens `path`. */
export async function openSignedIn(page: Page, origin: string, person: Credentials, path = '/dashboard') {
  await startSession(page, origin, person)
  await page.goto(origin + path)
}

/**
 * Disables the stream of notifications. With it the network never becomes idle, and after a restart of the server
 * the page notices that its session has changed.
 */
export const withoutStream = (page: Page) =>
  page.route('**/api/notifications/stream*', (route) => route.abort())

/** Calls the server like the page's own scripts, without the page. */
// The caller states the type of the answer, as with `request`.
//
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
    data: body,
  })
  const text = await response.text()
  return { status: response.status(), body: (text ? JSON.parse(text) : undefined) as T }
}

type Party = Pick<Member, 'id' | 'page'>

export const requestConnection = (from: Party, to: Party, note = '') =>
  call<{ connectionId: string }>(from.page, 'POST', '/api/connections', { memberId: to.id, note })

/** Connects two members who both agree. Resolves to the connection's id. */
export async function connect(a: Party, b: Party) {
  await requestConnection(a, b)
  return (await requestConnection(b, a)).body.connectionId
}

export const relationshipOf = async (of: Member, to: Member) =>
  (await call<Relationship>(of.page, 'GET', `/api/connections/with/${to.id}`)).body.state

export const listed = async ({ page }: Member, list: ConnectionList) =>
  (await call<{ items: Connection[] }>(page, 'GET', `/api/connections?list=${list}`)).body.items.map(
    ({ member }) => member.displayName,
  )

/** Waits for a toast. Each toast satisfies one wait, however long it stays. */
export const waitForToast = (page: Page, words: string | RegExp) =>
  page
    .getByRole('region', { name: 'Messages' })
    .locator('p:not([data-seen])')
    .getByText(words)
    .evaluate((message) => message.setAttribute('data-seen', ''))
