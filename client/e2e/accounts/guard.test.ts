import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { newEvent, newOrganiser } from '#client/e2e/events.ts'
import { openSignedIn } from '#client/e2e/members.ts'
import { waitForRequests } from '#client/e2e/navigation.ts'
import { newPerson, signIn } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let page: Page

beforeEach(async () => {
  page = await product.newBrowser()
})

const title = (name: string) => page.getByRole('heading', { level: 1, name })
/** React Router's state in the current history entry. */
const locationState = () => page.evaluate(() => (history.state as { usr?: unknown }).usr)

/** Delays matching calls. @returns a function that lets them through */
async function hold(url: string) {
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Counts the provider's look-ups of the person's record. */
function countLookups() {
  const lookups = { count: 0 }
  page.on('request', (request) => {
    if (request.url().includes('accounts:lookup')) lookups.count += 1
  })
  return lookups
}

test('a visitor is redirected to sign in, and then to the requested page', async () => {
  await page.goto(`${product.origin}/events?tab=past#today`)
  await title('Sign in').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await locationState()).toMatchObject({
    from: { pathname: '/events', search: '?tab=past', hash: '#today' },
  })

  const person = await newPerson(product.emulator)
  await page.reload()
  await signIn(page, product.origin, person)
  await page.getByRole('link', { name: 'Do this later' }).click()
  await page.waitForURL(`${product.origin}/events?tab=past#today`)
})

test('a person with an unverified email is redirected to step 2', async () => {
  const person = await newPerson(product.emulator, { emailVerified: false })
  await signIn(page, product.origin, person)
  await title('Verify your email').waitFor()
  await page.goto(`${product.origin}/connections`)
  await title('Verify your email').waitFor()
  expect(new URL(page.url()).pathname).toBe('/onboarding')
  expect(await locationState()).toMatchObject({ step: 2, email: person.email, signupMethod: 'email' })
})

test('the record of a signed-in person is reloaded once, behind a spinner', async () => {
  await openSignedIn(page, product.origin, await newPerson(product.emulator), '/dashboard')
  await title('Welcome').waitFor()

  const release = await hold('**/api/session')
  await page.reload()
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
  expect(await title('Welcome').count()).toBe(0)
  release()
  const confirmed = page.waitForResponse('**/accounts:lookup*')
  await title('Welcome').waitFor()
  await confirmed

  const lookups = countLookups()
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await title('Events').waitFor()
  await page.getByRole('link', { name: 'Connections', exact: true }).click()
  await title('Connections').waitFor()
  expect(lookups.count).toBe(0)
})

test('a signed-in person sees their screens before the identity provider has responded', async () => {
  await openSignedIn(page, product.origin, await newPerson(product.emulator), '/dashboard')
  await title('Welcome').waitFor()
  const release = await hold('**/accounts:lookup*')
  await page.reload()
  await title('Welcome').waitFor()
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await title('Events').waitFor()
  expect(new URL(page.url()).pathname).toBe('/events')
  release()
})

test('a person without a stored user of the identity provider has to sign in', async () => {
  await openSignedIn(page, product.origin, await newPerson(product.emulator), '/dashboard')
  await title('Welcome').waitFor()
  // A file, where the provider’s SDK does not run: it could store its user again.
  await page.goto(`${product.origin}/icon.svg`)
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('firebase:authUser:')) localStorage.removeItem(key)
  })
  await page.goto(`${product.origin}/events`)
  await title('Sign in').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('a person who verified the email on another device passes the guard without signing in again', async () => {
  const person = await newPerson(product.emulator, { emailVerified: false })
  const settled = waitForRequests(page)
  await signIn(page, product.origin, person)
  await title('Verify your email').waitFor()
  await page
    .getByRole('navigation', { name: 'Site', exact: true })
    .getByRole('link', { name: 'About' })
    .click()
  await title('A home for your network').waitFor()
  // A look-up that the screen before has begun would learn of the verification first.
  await settled()
  await product.emulator.updateUser(person.uid, { emailVerified: true })

  const lookups = countLookups()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await title('Welcome').waitFor()
  expect(lookups.count).toBe(1)
})

test('a person whose session has expired signs in again and finds what they typed', async () => {
  const person = await newPerson(product.emulator)
  const confirmed = page.waitForResponse('**/accounts:lookup*')
  await openSignedIn(page, product.origin, person, '/profile?edit=you')
  await page.getByLabel('Name', { exact: true }).fill('Hedy Lamarr')
  await confirmed
  // A request in the background, such as a reopened stream, must not find the session expired before the save
  // does.
  const reads = (url: URL) => url.pathname.startsWith('/api/')
  await page.route(reads, (route) => (route.request().method() === 'GET' ? undefined : route.continue()))
  await product.emulator.updateUser(person.uid, { disableUser: true })
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save profile' }).click()

  await page.getByText('Your session has expired').waitFor()
  await page.unroute(reads)
  expect(await locationState()).toMatchObject({ from: { pathname: '/profile', search: '?edit=you' } })
  await product.emulator.updateUser(person.uid, { disableUser: false })
  await signIn(page, product.origin, person)
  await page.getByRole('link', { name: 'Do this later' }).click()
  // The address changes first; until the form is there, the previous screen has a field of this name too.
  await title('Edit profile').waitFor()
  expect(new URL(page.url()).search).toBe('?edit=you')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Hedy Lamarr')
})

test('the app says when the browser blocks cookies and site data, and still shows public pages', async () => {
  const cold = await product.newColdBrowser()
  await cold.addInitScript(() => {
    Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  await cold.goto(`${product.origin}/login`)
  await cold.getByRole('alert').getByText('Your browser blocks cookies and site data here.').waitFor()
  await cold.getByRole('link', { name: 'Guildhall' }).first().click()
  await cold.getByRole('heading', { level: 1, name: 'Where members meet' }).waitFor()
  expect(new URL(cold.url()).pathname).toBe('/')

  const organiser = await newOrganiser(product)
  const id = await newEvent(organiser, { title: 'An open evening', visibility: 'public' })
  await cold.goto(`${product.origin}/event/${id}`)
  await cold.getByRole('region', { name: 'The event you opened' }).getByText('An open evening').waitFor()
})

test('a member without the role sees Access Denied, from the server’s 403', async () => {
  await openSignedIn(page, product.origin, await newPerson(product.emulator), '/admin')
  await title('Access Denied').waitFor()
  expect(await page.getByText("You don't have permission to access this page.").isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Notifications' }).waitFor()
  await page.getByRole('button', { name: 'Your account' }).waitFor()
})

test('visitors see public pages and unknown paths without being asked to sign in', async () => {
  await page.goto(`${product.origin}/no-such-place`)
  await title('404 - Page Not Found').waitFor()
  await page.goto(`${product.origin}/about-us`)
  expect(new URL(page.url()).pathname).toBe('/about-us')
})
