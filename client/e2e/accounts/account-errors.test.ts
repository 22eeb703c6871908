import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'

import { expectAccessible } from '#client/e2e/accessibility.ts'
import { newPerson, type Person, signIn } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

import { standInForGoogle } from './google-stand-in.ts'

const product = runProduct()
let page: Page
let person: Person

beforeEach(async () => {
  page = await product.newBrowser()
  person = await newPerson(product.emulator)
})

const title = (name: string) => page.getByRole('heading', { level: 1, name })
const email = () => page.getByLabel('Email')
const password = () => page.getByLabel('Password', { exact: true })
const alert = () => page.getByRole('alert')
const submit = () => page.getByRole('button', { name: 'Sign in' }).click()
const create = () => page.getByRole('button', { name: 'Create account' }).click()
const withGoogle = () => page.getByRole('button', { name: 'Continue with Google' }).click()

/** The field's description, which assistive technology reads with it. */
const errorOf = (field: ReturnType<typeof email>) =>
  field.evaluate((control) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  )

const isFocused = (field: ReturnType<typeof email>) =>
  field.evaluate((control) => control === document.activeElement)

describe('signing in', () => {
  test('the form says what is wrong beside the field, or that the service is unreachable, and then works', async () => {
    await page.goto(`${product.origin}/login`)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await email().fill('ada at example')
    await submit()
    await expect.poll(() => errorOf(email())).toContain('Enter a valid email.')
    await expect.poll(() => errorOf(password())).toContain('Enter your password.')
    await expect.poll(() => isFocused(email())).toBe(true)
    expect(requests.filter((url) => url.includes('accounts:'))).toEqual([])

    await signIn(page, product.origin, { ...person, password: 'not this one' })
    await expect.poll(() => errorOf(password())).toContain('Wrong email or password.')
    await expect.poll(() => isFocused(password())).toBe(true)
    expect(await email().inputValue()).toBe(person.email)
    await expectAccessible(page)
    await email().fill(`${randomUUID()}@people.test`)
    const answered = page.waitForResponse(/accounts:signInWithPassword/)
    await submit()
    await answered
    await expect.poll(() => errorOf(password())).toContain('Wrong email or password.')

    await product.emulator.updateUser(person.uid, { disableUser: true })
    await signIn(page, product.origin, person)
    await alert().getByText('This account has been disabled.').waitFor()
    await product.emulator.updateUser(person.uid, { disableUser: false })

    await page.route('**/identitytoolkit.googleapis.com/**', (route) => route.abort())
    await submit()
    await alert().getByText('Can’t reach the sign-in service.').waitFor()
    expect(await password().inputValue()).toBe(person.password)
    await page.unroute('**/identitytoolkit.googleapis.com/**')
    await submit()
    await title('About you').waitFor()
  })

  test('a banner reports an unreachable server, and the sign-in continues automatically once it is back', async () => {
    await page.goto(`${product.origin}/login`)
    await page.route('**/api/**', (route) => route.abort())
    await signIn(page, product.origin, person)
    const banner = page.getByText('Can’t reach the server. Reconnecting')
    await banner.waitFor()
    await expectAccessible(page)
    await page.unroute('**/api/**')
    await title('About you').waitFor()
    await banner.waitFor({ state: 'detached' })
  })

  test('two quick clicks sign in once', async () => {
    let attempts = 0
    page.on('request', (request) => {
      if (request.url().includes('accounts:signInWithPassword')) attempts += 1
    })
    await page.goto(`${product.origin}/login`)
    await email().fill(person.email)
    await password().fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).dblclick()
    await title('About you').waitFor()
    expect(attempts).toBe(1)
  })
})

test('errors of a new account are shown beside their fields, and the password is stored nowhere', async () => {
  await page.goto(`${product.origin}/onboarding`)
  await email().fill(person.email)
  await password().fill('1234567')
  await create()
  await expect.poll(() => errorOf(password())).toContain('Enter a password (at least 8 characters).')
  expect(await email().inputValue()).toBe(person.email)
  expect(await password().inputValue()).toBe('1234567')

  await password().fill('never to be stored')
  await create()
  await expect.poll(() => errorOf(email())).toContain('This email already has an account.')
  await expect.poll(() => isFocused(email())).toBe(true)

  await page.reload()
  expect(await email().inputValue()).toBe(person.email)
  expect(await password().inputValue()).toBe('')
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(stored).not.toContain('never to be stored')
})

describe('with Google', () => {
  beforeEach(async () => {
    await page.goto(`${product.origin}/login`)
  })

  test('Google always asks for the account, and a verified one needs no verification email', async () => {
    const google = await standInForGoogle(page)
    const opened = page.waitForEvent('popup')
    await withGoogle()
    const popup = await opened
    await popup.waitForURL(/auth\/handler/)
    const parameters = new URL(popup.url()).searchParams
    expect(JSON.parse(parameters.get('customParameters') ?? '')).toEqual({ prompt: 'select_account' })
    await google.choose(popup, { sub: randomUUID(), email: `${randomUUID()}@people.test` })
    await title('About you').waitFor()
    await expect.poll(() => popup.isClosed()).toBe(true)
  })

  test('a closed Google window shows an error, and a blocked one can be replaced by a redirect', async () => {
    await page.clock.install()
    await standInForGoogle(page)
    const opened = page.waitForEvent('popup')
    await withGoogle()
    await (await opened).close()
    // The SDK polls every two seconds, and then waits eight more for an answer that is on its way.
    const shown = async () => {
      await page.clock.runFor(2_000)
      return (await alert().allInnerTexts()).join()
    }
    await expect.poll(shown).toContain('The Google window was closed before you finished.')

    await page.evaluate(() => {
      window.open = () => null
    })
    await withGoogle()
    await alert().getByText('Your browser blocked the Google window.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue on Google’s page' }).click()
    await page.waitForURL(/\/emulator\/auth\/handler\?.*authType=signInViaRedirect/)
  })

  test('the form says when Google cannot be reached', async () => {
    await page.route('https://apis.google.com/**', (route) => route.abort())
    await withGoogle()
    expect(await alert().innerText()).toMatch(/Can’t reach|isn’t working/)
  })
})
