import { randomUUID } from 'node:crypto'

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { newEvent, newOrganiser } from '#client/e2e/events.ts'
import { call, openSignedIn } from '#client/e2e/members.ts'
import { newestLink, newPerson, signIn } from '#client/e2e/people.ts'
import { waitForRequests } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const TITLE = 'An evening for newcomers'
const BUDGET = { taps: 5, screens: 4, fields: 3 }

const product = runProduct()
let eventPath: string

beforeAll(async () => {
  const organiser = await newOrganiser(product)
  eventPath = `/event/${await newEvent(organiser, { title: TITLE, visibility: 'public', capacity: 20 })}`
})

/** A phone on which no one has signed in before, with counts of the taps, screens and fields so far. */
async function newPhone() {
  const page = await product.newBrowser({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  const spent = { taps: 0, screens: 0, fields: 0 }
  return {
    page,
    spent,
    async sees(name: string) {
      await page.getByRole('heading', { level: 1, name }).waitFor()
      spent.screens += 1
      spent.fields += await page.locator('main').getByRole('textbox').count()
    },
    async taps(target: Locator) {
      spent.taps += 1
      await target.tap()
    },
  }
}

const verify = async (page: Page, email: string) => {
  await page.goto(await newestLink(product.emulator, product.origin, email))
  await page.getByRole('button', { name: 'Verify email' }).click()
  await page.getByRole('heading', { level: 1, name: 'Email verified' }).waitFor()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a newcomer gets from an event link to an RSVP within the budget of taps, screens and fields', async () => {
  const { page, spent, sees, taps } = await newPhone()
  const email = `${randomUUID()}@people.test`
  await page.goto(product.origin + eventPath)
  await sees('Create your account')
  await page.getByRole('region', { name: 'The event you opened' }).getByText(TITLE).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await taps(button(page, 'Create account'))

  await sees('Verify your email')
  const inbox = await page.context().newPage()
  await verify(inbox, email)
  spent.taps += 1

  await sees('Your name')
  await page.getByLabel('Name', { exact: true }).fill('Nina Newcomer')
  await taps(button(page, 'Continue to the event'))

  await sees(TITLE)
  await taps(button(page, 'Going'))
  await page.getByRole('button', { name: 'Going', pressed: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(eventPath)

  // The link in the mail ends there, too.
  await inbox.getByRole('link', { name: 'Continue' }).click()
  await inbox.waitForURL(`**${eventPath}`)
  expect(spent.taps).toBeLessThanOrEqual(BUDGET.taps)
  expect(spent.screens).toBeLessThanOrEqual(BUDGET.screens)
  expect(spent.fields).toBeLessThanOrEqual(BUDGET.fields)
  const { body } = await call(page, 'GET', '/api/me')
  expect(body).toMatchObject({ displayName: 'Nina Newcomer', onboardedAt: expect.any(String) })
})

test('a member who opens the link signs in instead, and a browser that knows them asks for nothing else', async () => {
  const { page, sees } = await newPhone()
  const person = await newPerson(product.emulator)
  await page.goto(product.origin + eventPath)
  await sees('Create your account')
  await expectAccessibleInEveryViewport(page)
  await page.locator('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).and(page.locator(':focus')).waitFor()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await button(page, 'Sign in').click()
  await sees('Your name')
  await expectAccessibleInEveryViewport(page)
})

test('someone who follows a link of the invitation before the app has started gets back to the event', async () => {
  const { page } = await newPhone()
  await page.goto(`${product.origin}/login`, { referer: product.origin + eventPath })
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await expect
    .poll(() => page.getByRole('region', { name: 'The event you opened' }).getByText(TITLE).count())
    .toBe(1)
})

test('a session that ends during onboarding is explained, and signing in leads back to what was typed', async () => {
  const { page, sees } = await newPhone()
  const person = await newPerson(product.emulator)
  await page.goto(product.origin + eventPath)
  await sees('Create your account')
  const lookup = page.waitForResponse(/accounts:lookup/)
  const rest = waitForRequests(page)
  await openSignedIn(page, product.origin, person, '/onboarding')
  await sees('Your name')
  // The provider's SDK asks for the account when it starts, and would end the session itself.
  await lookup
  await rest()
  await page.getByLabel('Name', { exact: true }).fill('Nora Newcomer')
  await product.emulator.updateUser(person.uid, { disableUser: true })
  await page.context().clearCookies()
  await button(page, 'Continue to the event').click()
  await page.getByText('Your session has expired').waitFor()
  await product.emulator.updateUser(person.uid, { disableUser: false })
  await signIn(page, product.origin, person)
  await sees('Your name')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Nora Newcomer')
  await button(page, 'Continue to the event').click()
  await sees(TITLE)
})

test('on a desktop the form stands beside the invitation, and needs no scrolling', async () => {
  const page = await product.newBrowser({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await page.goto(product.origin + eventPath)
  // The app has taken over the page that the server rendered.
  await page.locator('#root:not([data-still])').waitFor()
  const invitation = await page.getByRole('region', { name: 'The event you opened' }).boundingBox()
  const submit = await button(page, 'Create account').boundingBox()
  expect(submit!.x).toBeGreaterThan(invitation!.x + invitation!.width)
  expect(submit!.y + submit!.height).toBeLessThan(800)
  await expectAccessibleInEveryViewport(page)
})

test('the steps to an account stand above its form on a desktop', async () => {
  const page = await product.newBrowser({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await page.goto(`${product.origin}/onboarding`)
  const steps = await page.getByRole('list', { name: 'Steps' }).boundingBox()
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(steps!.y + steps!.height).toBeLessThan(title!.y)
  expect(Math.abs(steps!.x - title!.x)).toBeLessThan(2)
})
