import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { SECOND } from '#shared/lib/durations.ts'
import { call, openSignedIn } from '#client/e2e/members.ts'
import { newPerson, type Person, signIn } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let first: Page
let second: Page
let person: Person

const LOOKUP = '**/accounts:lookup*'
const TOKEN = '**/securetoken.googleapis.com/**'

beforeEach(async () => {
  first = await product.newBrowser()
  person = await newPerson(product.emulator)
  // Otherwise the provider's SDK could start here only after a test has changed what it has stored.
  const started = first.waitForResponse(LOOKUP)
  await openSignedIn(first, product.origin, person)
  await title(first, 'Welcome').waitFor()
  await started
  second = await first.context().newPage()
})

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
}

/** Holds the answer to each such call back. @returns when the first was sent, and when all have been answered */
async function delayAnswers(page: Page, url: string, delay: number) {
  const sent = Promise.withResolvers<void>()
  let last: Promise<unknown> = sent.promise
  await page.route(url, async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const answered = Promise.withResolvers<void>()
    last = answered.promise
    sent.resolve()
    const response = await route.fetch()
    await wait(delay)
    await route.fulfill({ response }).catch(() => {})
    return answered.resolve()
  })
  return { sent: sent.promise, answered: () => last }
}

/** Everything that the browser and both tabs know of the person. */
const state = async () => ({
  session: await first.evaluate(() => fetch('/api/session').then((answer) => answer.json())),
  me: (await call(first, 'GET', '/api/me')).status,
  stored: await first.evaluate(() =>
    Object.keys(localStorage).filter((key) => key === 'userEmail' || key.startsWith('firebase:authUser')),
  ),
  welcomed: (await title(first, 'Welcome').count()) + (await title(second, 'Welcome').count()),
})
const SIGNED_OUT = { session: { authenticated: false }, me: 401, stored: [], welcomed: 0 }

async function expectSignedOut() {
  await title(second, 'Sign in').waitFor({ timeout: 5 * SECOND })
  expect(await state()).toEqual(SIGNED_OUT)
  // A late call would now have done its work.
  await wait(1.5 * SECOND)
  expect(await state()).toEqual(SIGNED_OUT)
}

// `client/lib/auth/interleavings.test.ts` has every order of answers; these have the provider's own SDK.

test('a tab whose lookup of the person is answered late does not undo a sign-out', async () => {
  const lookup = await delayAnswers(second, LOOKUP, 2_500)
  await second.goto(`${product.origin}/events`)
  await lookup.sent
  await signOut(first)
  await lookup.answered()
  await expectSignedOut()
})

test('a tab whose ID token is being refreshed does not undo a sign-out', async () => {
  await first.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('firebase:authUser'))!
    const user = JSON.parse(localStorage.getItem(key)!)
    user.stsTokenManager.expirationTime = Date.now() - 1_000
    localStorage.setItem(key, JSON.stringify(user))
  })
  const refresh = await delayAnswers(second, TOKEN, 1_500)
  await second.goto(`${product.origin}/events`)
  await refresh.sent
  await signOut(first)
  await refresh.answered()
  await expectSignedOut()
})

test('a sign-out reaches a tab that is still starting within a second', async () => {
  await delayAnswers(second, LOOKUP, 5_000)
  await second.goto(`${product.origin}/events`)
  await title(second, 'Events').waitFor()
  const ended = first.waitForResponse('**/api/session/logout')
  await signOut(first)
  await ended
  await expect(title(second, 'Sign in').waitFor({ timeout: SECOND })).resolves.toBeUndefined()
  await first.getByRole('link', { name: 'Sign in' }).first().waitFor({ timeout: SECOND })
})

test('a tab that was starting at a sign-out joins the session of another person who signs in right after it', async () => {
  const next = await newPerson(product.emulator)
  const lookup = await delayAnswers(second, LOOKUP, 4_000)
  await second.goto(`${product.origin}/dashboard`)
  await lookup.sent
  await signOut(first)
  await first.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await signIn(first, product.origin, next)
  await title(first, /Welcome|About you/).waitFor()
  await lookup.answered()
  await title(second, /Welcome|About you/).waitFor()
  await wait(SECOND)
  const uid = await first.evaluate(() =>
    fetch('/api/session')
      .then((answer) => answer.json())
      .then(({ user }) => user.uid),
  )
  expect(uid).toBe(next.uid)
  expect(await second.evaluate(() => localStorage.getItem('userEmail'))).toBe(next.email)
  expect(await title(first, /Welcome|About you/).count()).toBe(1)
})
