import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { shortCode } from '#shared/lib/short-code.ts'
import { AS_ASKED_ID } from '#client/e2e/harness/harness.ts'
import { localLog, runHarness, throwErrors } from '#client/e2e/harness/run-harness.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'

const harness = runHarness()
let page: Page

beforeEach(async () => {
  page = await harness.newPage()
})

const open = (path: string) => page.goto(harness.origin + path)
const text = (words: string) => page.getByText(words, { exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const path = () => new URL(page.url()).pathname

/** Buttons and links that look like them, in order: the screen's own, and below them those of its code. */
const actions = async () => {
  const all = page.locator('main').getByRole('button').or(page.locator('main').getByRole('link'))
  const texts = await all.allInnerTexts()
  return texts.at(-1) === 'Copy details' ? texts.slice(0, -1) : texts
}

/** Expects the code below the buttons. */
const expectCode = async () => {
  await expect.poll(async () => (await logged()).length).toBe(1)
  const [entry] = await logged()
  await page.getByText(`Error code ${shortCode(entry!.requestId ?? entry!.id)}`).waitFor()
}

const logged = () => localLog(page)

const SCREENS = [
  {
    status: 404,
    title: '404 - Page Not Found',
    words: "The page you're looking for doesn't exist or has been moved.",
    buttons: ['Go Back', 'Go to Home'],
  },
  {
    status: 401,
    title: 'Authentication Required',
    words: 'You need to be logged in to access this page.',
    buttons: ['Go to Login', 'Go to Home'],
  },
  {
    status: 403,
    title: 'Access Denied',
    words: "You don't have permission to access this page.",
    buttons: ['Go Back', 'Go to Home'],
  },
]

test.each(SCREENS)(
  'a route that fails with status $status shows the screen for that status',
  async ({ status, title, words, buttons }) => {
    await open(`/response/${status}`)
    await heading(title).waitFor()
    await text(words).waitFor()
    expect(await actions()).toEqual(buttons)
    await expect
      .poll(logged)
      .toMatchObject([
        { type: 'route error', message: expect.stringContaining(String(status)), metadata: { status } },
      ])
    await expectCode()
    await expectAccessibleOnPhone(page)
  },
)

test('a call that fails shows the screen for its status, with the id of the request', async () => {
  await open('/answer/403')
  await heading('Access Denied').waitFor()
  await expect
    .poll(logged)
    .toMatchObject([{ type: 'route error', requestId: AS_ASKED_ID, metadata: { status: 403 } }])
  await expectCode()
})

test('any other status is shown with its text and data', async () => {
  await open('/response/503?text=Service%20Unavailable')
  await heading('503 - Service Unavailable').waitFor()
  await text('An error occurred while loading this page.').waitFor()
  await text('What the server said').waitFor()
  expect(await actions()).toEqual(['Reload Page', 'Go to Home'])
  await expectAccessibleOnPhone(page)
})

test('an error of the server is shown with its status text and message', async () => {
  await open('/answer/503')
  await heading('503 - Service Unavailable').waitFor()
  await text('An error occurred while loading this page.').waitFor()
  await text(`Answered 503.\nAs asked.\nCode: as_asked\nRequest ID: ${AS_ASKED_ID}`).waitFor()
  expect(await actions()).toEqual(['Reload Page', 'Go to Home'])
})

test('the error page of a proxy is shown as its status', async () => {
  await open('/answer/502')
  await heading('502 - Bad Gateway').waitFor()
  await text('An error occurred while loading this page.').waitFor()
  await page.getByText('Code: unexpected_answer').waitFor()
  expect(await actions()).toEqual(['Reload Page', 'Go to Home'])
})

test('a first load without a response is reported as a lost connection, not as a crash', async () => {
  await open('/answer/0')
  await heading('Something went wrong').waitFor()
  await text('Can’t reach the server. Check your connection and try again.').waitFor()
  expect(await actions()).toEqual(['Try Again', 'Go to Home'])
})

test('a failed call is repeated at the next visit', async () => {
  await open('/answer/503')
  await heading('503 - Service Unavailable').waitFor()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await heading('Home').waitFor()

  await page.route('**/api/answer/503', (route) => route.fulfill({ json: {} }))
  await page.getByRole('link', { name: 'Answer' }).click()
  await expect.poll(() => text('The server answered').isVisible()).toBe(true)
})

test('an error that is not a response is shown with its message', async () => {
  await open('/thrown?message=The%20cat%20pulled%20the%20plug')
  await heading('Something went wrong').waitFor()
  await text('The cat pulled the plug').waitFor()
  expect(await actions()).toEqual(['Try Again', 'Go to Home'])
  await expect.poll(logged).toMatchObject([{ type: 'route error', message: 'The cat pulled the plug' }])
  await expectCode()
  await expectAccessibleOnPhone(page)

  await page.evaluate(() => history.replaceState(null, '', '/'))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await heading('Home').waitFor()
})

test.each(['/thrown', '/nothing-thrown'])(
  'the error of %s, which has no message, is shown as unexpected',
  async (address) => {
    await open(address)
    await heading('Something went wrong').waitFor()
    await expect.poll(() => text('An unexpected error occurred').isVisible()).toBe(true)
  },
)

test('a screen whose file is missing offers to reload', async () => {
  await harness.context.route('**/assets/LazyScreen-*.js', (route) => route.fulfill({ status: 404 }))
  await open('/late')
  await heading('Something went wrong').waitFor()
  await text('There may be a newer version of this page.').waitFor()
  await expect.poll(logged).toMatchObject([{ type: 'route error', metadata: { tag: 'stale chunk' } }])

  await harness.context.unroute('**/assets/LazyScreen-*.js')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await text('Loaded late').waitFor()
})

test('Go Back returns to the previous screen', async () => {
  await open('/')
  await heading('Home').waitFor()
  await page.evaluate(() => history.pushState(null, '', '/no/such/page'))
  await page.reload()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect.poll(() => heading('Home').isVisible()).toBe(true)
})

test('Go Back on a page whose address was typed returns to the previous screen', async () => {
  await open('/login')
  await heading('Login').waitFor()
  await open('/no/such/page')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect.poll(() => heading('Login').isVisible()).toBe(true)
})

test('Go Back returns to the referring page in a browser without the Navigation API', async () => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'navigation'))
  await open('/login')
  await heading('Login').waitFor()
  await page.goto(`${harness.origin}/no/such/page`, { referer: `${harness.origin}/login` })
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect.poll(() => heading('Login').isVisible()).toBe(true)
})

test('Go Back leads home on the first page of a visit', async () => {
  await open('/no/such/page')
  await heading('404 - Page Not Found').waitFor()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect.poll(() => heading('Home').isVisible()).toBe(true)
})

test('Go to Login remembers the path of the page', async () => {
  await open('/response/401?page=2#end')
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await heading('Login').waitFor()

  expect(path()).toBe('/login')
  expect(await page.evaluate(() => sessionStorage['return-to'])).toBe('/response/401?page=2#end')
  expect(await page.evaluate(() => history.state.usr.from)).toMatchObject({
    pathname: '/response/401',
    search: '?page=2',
  })
})

test('an unknown path is not logged', async () => {
  await open('/no/such/page')
  await heading('404 - Page Not Found').waitFor()
  expect(await page.title()).toBe('Page not found · Guildhall')
  expect(await page.getByText('Error code').count()).toBe(0)
  await throwErrors(page, 'One of ours')
  expect(await logged()).toMatchObject([{ message: 'One of ours' }])
})
