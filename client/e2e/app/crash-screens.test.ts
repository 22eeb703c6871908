import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { shortCode } from '#shared/lib/short-code.ts'
import { localLog, passTime, runHarness, stopTime } from '#client/e2e/harness/run-harness.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'

const harness = runHarness()
let page: Page

beforeEach(async () => {
  await harness.context.addInitScript(() => (globalThis.broken = true))
  page = await harness.newPage()
})

const open = (path: string) => page.goto(harness.origin + path)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const repair = () => page.evaluate(() => void (globalThis.broken = false))
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')

const logged = () => localLog(page)

/** Expects the code with the time of the error and its zone. */
async function expectCode(within: Page | Locator = page) {
  const entry = (await logged())[0]!
  await within.getByText(`Error code ${shortCode(entry.id)}`).waitFor()
  const time = within.getByRole('time')
  expect(await time.getAttribute('datetime')).toBe(entry.timestamp)
  expect(await time.innerText()).toMatch(/\d{4}, \d\d:\d\d:\d\d (?:UTC|GMT|[A-Z]{3,4})/)
}

test('a crashed section shows an error and is logged once with its component stack, and a retry shows it again', async () => {
  await open('/section')
  const alert = page.getByRole('alert')
  await alert.getByText('Component Error', { exact: true }).waitFor()
  await alert
    .getByText('This section of the page encountered an error and cannot be displayed.', { exact: true })
    .waitFor()
  await page.getByText('The other section stands').waitFor()

  expect(await logged()).toMatchObject([
    {
      type: 'crash',
      message: 'The bomb went off',
      metadata: { level: 'component' },
      componentStack: expect.stringContaining('at Suspense'),
    },
  ])
  await expectCode(alert)
  await expectAccessibleOnPhone(page)

  await repair()
  await button('Retry').click()
  await expect.poll(() => page.getByText('All is well').isVisible()).toBe(true)
})

test('a section offers a retry while it has crashed less than three times', async () => {
  await open('/section')
  await button('Retry').click()
  await expect.poll(async () => (await logged()).length).toBe(2)
  await expect.poll(focused).toContain('Component Error')
  await button('Retry').click()
  await expect.poll(async () => (await logged()).length).toBe(3)

  await page.getByText('Component Error').waitFor()
  await button('Retry').waitFor({ state: 'detached' })
})

test('a section resets itself after 10 s while it has crashed less than three times', async () => {
  await stopTime(harness.context)
  await open('/section')
  await button('Retry').waitFor()
  await passTime(page, 9_999)
  expect(await logged()).toHaveLength(1)
  await passTime(page, 1)
  await expect.poll(async () => (await logged()).length).toBe(2)
  await passTime(page, 10_000)
  await expect.poll(async () => (await logged()).length).toBe(3)

  await passTime(page, MINUTE)
  expect(await logged()).toHaveLength(3)
})

test('a section that works again recovers without a retry', async () => {
  await stopTime(harness.context)
  await open('/section')
  await button('Retry').waitFor()
  await repair()
  await passTime(page, 10_000)
  await expect.poll(() => page.getByText('All is well').isVisible()).toBe(true)
})

test('the isolated variant has its own text', async () => {
  await open('/card')
  const alert = page.getByRole('alert')
  await alert.getByText('This component failed to load', { exact: true }).waitFor()
  await expectCode(alert)
  await expectAccessibleOnPhone(page)
  await repair()
  await button('Try again').click()
  await expect.poll(() => page.getByText('All is well').isVisible()).toBe(true)
})

test('a crashed page shows an error inside the shell and gets the focus', async () => {
  await open('/page/one')
  await heading('This page encountered an error').waitFor()
  await page.getByText('Something went wrong while loading this page.', { exact: true }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(1)
  await expect.poll(focused).toBe('This page encountered an error')
  expect(await logged()).toMatchObject([{ type: 'crash', metadata: { level: 'page' } }])
  await expectCode()
  await expectAccessibleOnPhone(page)

  await repair()
  await button('Try Again').click()
  await page.getByText('All is well').waitFor()
})

test('a page that has crashed more than twice is shown as having persistent issues', async () => {
  const persistent = 'This page is having persistent issues. Please try refreshing or contact support.'
  await open('/page/one')
  await button('Try Again').click()
  await expect.poll(async () => (await logged()).length).toBe(2)
  expect(await page.getByText(persistent).count()).toBe(0)
  await button('Try Again').click()
  await page.getByText(persistent, { exact: true }).waitFor()
  await button('Try Again').waitFor()
})

test('navigating resets the crash count of a page, and so does Go Home', async () => {
  await open('/page/one')
  await button('Try Again').click()
  await button('Try Again').click()
  await page.getByText('persistent issues').waitFor()
  await page.getByRole('link', { name: 'Two' }).click()
  await page.waitForURL('**/page/two')
  await page.getByText('Something went wrong while loading this page.', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Go Home', exact: true }).click()
  await heading('Home').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('the crash screen of the app leads a visitor to the login', async () => {
  await open('/app')
  await heading('Oops! Something went wrong').waitFor()
  await page
    .getByText('We apologize for the inconvenience. The application encountered an unexpected error.', {
      exact: true,
    })
    .waitFor()
  expect(await logged()).toMatchObject([{ type: 'crash', metadata: { level: 'app' } }])
  await expectCode()
  await harness.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await button('Copy details').click()
  await button('Copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(shortCode((await logged())[0]!.id))
  expect(copied).toContain('The bomb went off')
  await expectAccessibleOnPhone(page)

  await button('Go to Home').click()
  await heading('Login').waitFor()
})

test('the crash screen of the app leads a member to the dashboard', async () => {
  await harness.context.addInitScript(() => localStorage.setItem('userEmail', 'ada@example.com'))
  await open('/app')
  await button('Go to Home').click()
  await expect.poll(() => heading('Dashboard').isVisible()).toBe(true)
})

test('a crashed app can be loaded again', async () => {
  await open('/app')
  await button('Reload Page').waitFor()
  await harness.context.addInitScript(() => (globalThis.broken = false))
  await button('Reload Page').click()
  await expect.poll(() => heading('Inside').isVisible()).toBe(true)
})
