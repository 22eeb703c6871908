import { randomUUID } from 'node:crypto'

import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'

import type { OwnProfile } from '#shared/people/members.ts'
import { editOf } from '#shared/people/profile-edit.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { newEvent, newOrganiser } from '#client/e2e/events.ts'
import { call } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'
import { startMailServer } from '#server/tools/mail-server.ts'

const mails = await startMailServer()
const product = runProduct({
  ownServer: true,
  env: { SMTP_URL: mails.url, MAIL_FROM: 'Guildhall <hello@guildhall.test>' },
})
afterAll(() => mails.close())

const STRANGER = 'the stranger’s password'
const newEmail = () => `${randomUUID()}@people.test`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

let page: Page
beforeEach(async () => {
  page = await product.newBrowser({ reducedMotion: 'reduce' })
})

async function codeFor(email: string) {
  const received = () => mails.received().findLast(({ to }) => to === email)?.parsed.subject
  await expect.poll(received, { timeout: 20_000 }).toBeDefined()
  return /^\d{6}/.exec(received()!)![0]
}

async function requestCode(email: string, on = page) {
  await on.goto(`${product.origin}/login`)
  await button(on, 'Email me a code').click()
  await on.getByLabel('Email').fill(email)
  await button(on, 'Send code').click()
  await on.getByLabel('6-digit code').waitFor()
}

test('a person without an account signs in with a code, and continues with onboarding', async () => {
  const email = newEmail()
  await page.goto(`${product.origin}/login`)
  await expectAccessibleInEveryViewport(page)
  await button(page, 'Email me a code').click()
  await page.getByLabel('Email').fill(email)
  await expectAccessibleInEveryViewport(page)
  await button(page, 'Send code').click()
  const field = page.getByLabel('6-digit code')
  await field.waitFor()
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  await expectAccessibleInEveryViewport(page)

  const code = await codeFor(email)
  await field.fill('12345')
  await button(page, 'Sign in').click()
  await page.getByText('Enter the 6 digits from the email.').first().waitFor()
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('heading', { level: 1, name: 'About you' }).waitFor()
  expect((await call(page, 'GET', '/api/me')).body).toMatchObject({ email, role: 'member' })
})

test('a newcomer gets from an event link to an RSVP in four taps, and keeps what another device saves', async () => {
  const organiser = await newOrganiser(product, product.admins[1])
  const title = 'A walk for newcomers'
  const id = await newEvent(organiser, { title, visibility: 'public', capacity: 20 })
  const email = newEmail()
  await page.goto(`${product.origin}/event/${id}`)
  await button(page, 'Email me a code').click()
  await page.getByLabel('Email').fill(email)
  await button(page, 'Send code').click()
  await page.getByLabel('6-digit code').fill(await codeFor(email))
  await page.getByRole('heading', { level: 1, name: 'Your name' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Nina Newcomer')

  const { body: own } = await call<OwnProfile>(page, 'GET', '/api/me')
  const elsewhere = { ...editOf(own), displayName: 'Nina', headline: 'Carpenter' }
  expect((await call(page, 'PUT', '/api/me', elsewhere, own.version)).status).toBe(200)

  await button(page, 'Continue to the event').click()
  await button(page, 'Going').click()
  await page.getByRole('button', { name: 'Going', pressed: true }).waitFor()
  expect((await call(page, 'GET', '/api/me')).body).toMatchObject({
    displayName: 'Nina Newcomer',
    headline: 'Carpenter',
    onboardedAt: expect.any(String),
  })
  // The next sign-in does not lead to onboarding again.
  await page.goto(`${product.origin}/login`)
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
})

test('a code is checked once, when its sixth digit is typed, and the next one replaces a wrong one', async () => {
  const email = newEmail()
  await requestCode(email)
  const checks: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sign-in-codes/use')) checks.push(request.url())
  })
  const code = await codeFor(email)
  await page.keyboard.type(String((Number(code) + 1) % 1e6).padStart(6, '0'))
  await page.getByText('Wrong code.').first().waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type(' ')
  expect(checks).toHaveLength(1)

  await button(page, 'Sign in').click()
  await expect.poll(() => checks.length).toBe(2)
  await page.getByText('Wrong code.').first().waitFor()
  await page.keyboard.type(code)
  await page.getByRole('heading', { level: 1, name: 'About you' }).waitFor()
  expect(checks).toHaveLength(3)
})

test('an address that was typed is kept when a code is chosen', async () => {
  await page.goto(`${product.origin}/onboarding`)
  const field = page.getByLabel('Email', { exact: true })
  await field.fill('ada@people.test')
  await button(page, 'Email me a code').click()
  await button(page, 'Send code').waitFor()
  expect(await field.inputValue()).toBe('ada@people.test')
})

test('a code of another browser is refused, and a new one can be requested', async () => {
  const email = newEmail()
  const other = await product.newBrowser({ reducedMotion: 'reduce' })
  await requestCode(email, other)
  const theirs = await codeFor(email)
  await requestCode(newEmail())
  for (let tries = 0; tries < 5; tries++) {
    await page.getByLabel('6-digit code').fill('')
    await page.getByLabel('6-digit code').fill(theirs)
    await page
      .getByText(tries < 4 ? 'Wrong code.' : 'no longer works')
      .first()
      .waitFor()
  }
  await button(page, 'Send a new code').click()
  await button(page, 'Send code').waitFor()
  expect(await page.getByLabel('Email').inputValue()).not.toBe(email)
})

test('a stranger who registered the address first is signed out when its owner uses a code', async () => {
  const email = product.admins[0]
  const stranger = await product.newBrowser({ reducedMotion: 'reduce' })
  await stranger.goto(`${product.origin}/onboarding`)
  await stranger.getByLabel('Email').fill(email)
  await stranger.getByLabel('Password', { exact: true }).fill(STRANGER)
  await button(stranger, 'Create account').click()
  await stranger.getByRole('heading', { level: 1, name: 'Verify your email' }).waitFor()

  await requestCode(email)
  await page.getByLabel('6-digit code').fill(await codeFor(email))
  await page.getByRole('heading', { level: 1, name: 'About you' }).waitFor()
  expect((await call(page, 'GET', '/api/me')).body).toMatchObject({ email, role: 'admin' })
  await stranger.getByText('Waiting for verification', { exact: true }).waitFor({ state: 'detached' })
  expect((await call(stranger, 'GET', '/api/me')).status).toBe(401)
  await expect(product.emulator.signIn(email, STRANGER)).rejects.toThrow('INVALID')
})
