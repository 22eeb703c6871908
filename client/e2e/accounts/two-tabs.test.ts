import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { openSignedIn } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { newPerson, type Person, signIn } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let first: Page
let second: Page
let person: Person

beforeEach(async () => {
  first = await product.newBrowser()
  person = await newPerson(product.emulator)
  await openSignedIn(first, product.origin, person)
  second = await first.context().newPage()
  await second.goto(`${product.origin}/profile`)
  await title(second, 'Your profile').waitFor()
})

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** The person to whom the error log attributes errors. */
const rememberedEmail = () => first.evaluate(() => localStorage.getItem('userEmail'))

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
}

test('signing out in one tab signs out the other at once, and deletes its drafts', async () => {
  await showScreen(second, '/profile?edit=you')
  await second.getByLabel('Name', { exact: true }).fill('A secret draft')
  await signOut(first)
  await title(second, 'Sign in').waitFor()
  await expect.poll(() => new URL(first.url()).pathname).toBe('/')
  // The provider may tell the other tab of the sign-out before the app does.
  await expect
    .poll(() => second.evaluate(() => JSON.stringify({ ...sessionStorage })))
    .not.toContain('A secret draft')
  const session = await second.evaluate(() => fetch('/api/session').then((answer) => answer.json()))
  expect(session).toEqual({ authenticated: false })
})

test('signing in as another person in one tab switches the other tab too, without the first person’s data', async () => {
  const other = await newPerson(product.emulator)
  await showScreen(second, '/dashboard')
  await signOut(first)
  await signIn(first, product.origin, other)
  await title(first, 'About you').waitFor()

  await second.getByText('About you').or(second.getByText('Welcome')).first().waitFor()
  await second.goto(`${product.origin}/dashboard`)
  await second.getByRole('button', { name: 'Your account' }).click()
  await second.getByText(other.email).waitFor()
  expect(await second.getByText(person.email).count()).toBe(0)
})

test('two tabs that load at the same time leave each other’s session alone', async () => {
  await Promise.all([first.reload(), second.reload()])
  await Promise.all([title(first, 'Welcome').waitFor(), title(second, 'Your profile').waitFor()])
  await first.context().clearCookies()
  await Promise.all([first.reload(), second.reload()])
  await Promise.all([title(first, 'Welcome').waitFor(), title(second, 'Your profile').waitFor()])
  expect([first.url(), second.url()].map((url) => new URL(url).pathname)).toEqual(['/dashboard', '/profile'])
})

test('a session request without an answer in one tab does not keep the other one waiting', async () => {
  await first.route('**/api/session', () => {})
  await first.reload()
  await second.reload()
  await expect(title(second, 'Your profile').waitFor()).resolves.toBeUndefined()
})

test('a sign-out that cannot reach the server leaves every tab signed in', async () => {
  await first.route('**/api/session/logout', (route) => route.abort())
  await first.getByRole('button', { name: 'Your account' }).click()
  await first.getByRole('button', { name: 'Sign out', exact: true }).click()
  await first.getByText('You’re still signed in').waitFor()
  expect(await rememberedEmail()).toBe(person.email)
  await first.unroute('**/api/session/logout')
  await first.goto(`${product.origin}/dashboard`)
  await title(first, 'Welcome').waitFor()
  await second.reload()
  await title(second, 'Your profile').waitFor()
  expect(new URL(second.url()).pathname).toBe('/profile')
})

test('an error while a person signs out is not attributed to them', async () => {
  const asked = Promise.withResolvers<() => void>()
  await first.route('**/api/session/logout', (route) => asked.resolve(() => void route.continue()))
  expect(await rememberedEmail()).toBe(person.email)
  await first.getByRole('button', { name: 'Your account' }).click()
  await first.getByRole('button', { name: 'Sign out', exact: true }).click()
  const letThrough = await asked.promise
  expect(await rememberedEmail()).toBeNull()
  letThrough()
  await first.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(await rememberedEmail()).toBeNull()
})
