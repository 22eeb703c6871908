import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { expectAccessible } from '#client/e2e/accessibility.ts'
import { newPerson, signIn } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let page: Page

beforeEach(async () => {
  page = await product.newBrowser()
})

const title = (name: string) => page.getByRole('heading', { level: 1, name })
const alert = () => page.getByRole('alert')
const session = (url: URL) => url.pathname === '/api/session'

/** `null` breaks the connection without an answer. */
type Status = number | null
const RETRY_AFTER = 40

/** Replaces the answer of `POST /api/session` from now on; other calls go to the server. */
async function answerExchanges(status: Status) {
  const exchanges: number[] = []
  await page.unroute(session)
  await page.route(session, (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    exchanges.push(Date.now())
    return answer(route, status)
  })
  return exchanges
}

const answer = (route: Route, status: Status) =>
  status === null
    ? route.abort()
    : route.fulfill({
        status,
        contentType: 'application/problem+json',
        headers: [429, 503].includes(status) ? { 'retry-after': String(RETRY_AFTER) } : undefined,
        body: JSON.stringify({ type: 'urn:any', title: 'No.', status, code: 'any', requestId: 'r1' }),
      })

/** A range of seconds. Undefined when only the person can try again. */
function secondsUntilNext(status: Status) {
  if (status === 429 || status === 503) return [RETRY_AFTER - 10, RETRY_AFTER] as const
  return status === null || status >= 500 ? ([0, 30] as const) : ([0, 0] as const)
}

const MESSAGES: readonly (readonly [status: Status, cause: string, advice: string])[] = [
  [400, 'The server couldn’t read this sign-in.', 'Reload the page'],
  [401, 'The server couldn’t confirm this sign-in.', 'Check the clock of your device'],
  [403, 'The server refused this sign-in', 'Open the site at its usual address'],
  [429, 'Too many people are signing in from your network', 'Keep this page open.'],
  [500, 'Something went wrong on our side.', 'Keep this page open'],
  [503, 'The server can’t sign you in right now.', 'Keep this page open.'],
  [null, 'Can’t reach the server.', 'Check your connection'],
]

// Creating an account and signing in with Google have the same code for these.
test('the form says why the server created no session, what to do, and the error code', async () => {
  await page.goto(`${product.origin}/login`)
  for (const [status, cause, advice] of MESSAGES) {
    await answerExchanges(status)
    await signIn(page, product.origin, await newPerson(product.emulator))
    await alert().getByText(cause).waitFor()
    expect(await alert().count()).toBe(1)
    const text = await alert().innerText()
    expect(text).toContain(advice)
    expect(text).toMatch(/Error code [A-Z0-9-]{4,}/)
    // The attempt is over: the form can be submitted again.
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    const seconds = Number(/Trying again in (\d+) s\./.exec(text)?.[1] ?? 0)
    const [least, most] = secondsUntilNext(status)
    expect(seconds).toBeGreaterThanOrEqual(least)
    expect(seconds).toBeLessThanOrEqual(most)
  }
  await expectAccessible(page)
})

test('the form tries again when the server asked for it, not before, and then continues', async () => {
  await page.clock.install()
  await page.goto(`${product.origin}/login`)
  const exchanges = await answerExchanges(429)
  await signIn(page, product.origin, await newPerson(product.emulator))
  const timer = alert().getByRole('timer')
  await timer.waitFor()
  // On a busy machine, seconds pass between two steps: from now on only the test moves the clock.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
  const secondsLeft = async () => Number(/^Trying again in (\d+) s\.$/.exec(await timer.innerText())?.[1])
  const left = await secondsLeft()
  expect(left).toBeGreaterThan(5)
  expect(exchanges).toHaveLength(1)
  await page.clock.runFor((left - 5) * 1_000)
  await expect.poll(secondsLeft).toBe(5)
  expect(exchanges).toHaveLength(1)
  await page.clock.runFor(6_000)
  await expect.poll(() => exchanges).toHaveLength(2)
  await page.unroute(session)
  await page.clock.resume()
  await page.clock.runFor((RETRY_AFTER + 1) * 1_000)
  await title('About you').waitFor()
})

test('a refusal after an outage replaces its message', async () => {
  await page.clock.install()
  await page.goto(`${product.origin}/login`)
  await answerExchanges(429)
  await signIn(page, product.origin, await newPerson(product.emulator))
  await alert().getByText('Too many people').waitFor()
  await answerExchanges(403)
  await page.clock.runFor((RETRY_AFTER + 1) * 1_000)
  await alert().getByText('The server refused this sign-in').waitFor()
  expect(await alert().innerText()).not.toContain('Trying again')
  expect(await alert().innerText()).toContain('Error code')
  expect(await page.getByText('Your session has expired').count()).toBe(0)
})

test('a person is told that their account exists when the server then creates no session', async () => {
  await page.goto(`${product.origin}/onboarding`)
  await answerExchanges(403)
  await page.getByLabel('Email').fill(`${randomUUID()}@people.test`)
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect.poll(() => alert().getByText('Your account was created').isVisible()).toBe(true)
})

test('an attempt without any answer ends after 30 s', async () => {
  await page.goto(`${product.origin}/login`)
  // Playwright's clock does not control these.
  await page.evaluate(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (milliseconds) => timeout(milliseconds === 30_000 ? 2_000 : milliseconds)
  })
  await page.route(session, (route) => (route.request().method() === 'POST' ? undefined : route.fallback()))
  const busy = page.getByText('Signing in…').waitFor()
  await signIn(page, product.origin, await newPerson(product.emulator))
  await busy
  await alert().getByText('The server didn’t answer in time.').waitFor()
  expect(await alert().innerText()).toContain('Error code')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
})
