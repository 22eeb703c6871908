import { randomUUID } from 'node:crypto'
import type { Page, Request, Route } from 'playwright-core'
import { expect, test } from 'vitest'

import { adminPath } from '#shared/lib/paths/admin.ts'
import type { ClientErrorBatch } from '#shared/operations/client-errors.ts'
import { paths } from '#shared/lib/paths.ts'
import { codeOf } from '#shared/lib/short-code.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { call, newMember, openSignedIn, waitForToast } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Opens the dashboard with this answer. Returns the code on the screen, and the browser's report of it. */
async function openWith(answer: Parameters<Route['fulfill']>[0], page: Page) {
  await page.route('**/api/dashboard', (route) => route.fulfill(answer))
  const requests: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) requests.push(request)
  })
  await page.goto(product.origin + paths.dashboard)
  const text = await page
    .getByText(/Error code [\dA-Z]{4}-[\dA-Z]{4}/)
    .first()
    .innerText()
  const code = /[\dA-Z]{4}-[\dA-Z]{4}/.exec(text)![0]
  const reportsCode = (request: Request) =>
    (request.postDataJSON() as ClientErrorBatch).entries.some((entry) => codeOf(entry) === code)

  let report: Request | undefined
  async function isReported() {
    // Failed requests are sent later than crashes, or when the network is back.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    report = requests.find(reportsCode)
    return (await report?.response())?.status()
  }
  await expect.poll(isReported).toBe(200)
  return { code, batch: report!.postDataJSON() as ClientErrorBatch }
}

async function openAsAdmin(email: string, path: string) {
  const admin = await product.newBrowser({ reducedMotion: 'reduce' })
  const owner = { email, password: 'a long enough password' }
  await product.emulator.createUser({ ...owner, emailVerified: true })
  await openSignedIn(admin, product.origin, owner, path)
  return admin
}

test('an admin finds a member’s crash by its code, resolves it, and it reopens in the next release', async () => {
  const { page, person } = await newMember(product, 'Clara Crash')
  const { code, batch } = await openWith({ json: { upcoming: 'none' } }, page)

  const admin = await openAsAdmin(product.admins[0], adminPath('errors'))
  await admin.getByRole('list', { name: 'Client errors' }).waitFor()
  await expectAccessibleInEveryViewport(admin)
  const search = admin.getByRole('searchbox', { name: 'Search errors' })
  await search.fill(person.email)
  await search.press('Enter')
  await expect.poll(() => admin.getByRole('listitem').filter({ hasText: 'TypeError' }).count()).toBe(1)
  await search.fill(code.toLowerCase())
  await search.press('Enter')
  await expect.poll(() => new URL(admin.url()).searchParams.get('q')).toBe(code.toLowerCase())
  await admin.getByRole('link', { name: 'TypeError' }).click()

  // On a busy machine, the session of a report is not checked in time.
  await admin.getByText(/^1 (?:member|signed-out browser)$/).waitFor()
  await admin.getByText(code, { exact: true }).first().waitFor()
  // The position in the source code, with the line that failed.
  await admin
    .getByText(/client\/modules\/dashboard\/\w+\.tsx:\d+:\d+/)
    .first()
    .waitFor()
  await admin.getByText(/^Show \d+ requests?$/).click()
  await admin.getByRole('region', { name: 'Requests' }).getByText('GET /api/').first().waitFor()
  await expectAccessibleInEveryViewport(admin)
  await button(admin, /^Resolve in/).click()
  await waitForToast(admin, 'Resolved.')
  await button(admin, 'Reopen').waitFor()

  const again = batch.entries.map((entry) => ({ ...entry, id: randomUUID() }))
  const next = { ...batch, batchId: randomUUID(), release: '1.0.1', entries: again }
  expect(await call(page, 'POST', '/api/client-errors', next)).toMatchObject({ status: 200 })
  await admin.reload()
  await admin.getByText('Regressed in 1.0.1').waitFor()
  await button(admin, /^Resolve in/).waitFor()
  await showScreen(admin, `${paths.dashboard}?view=notifications`)
  await admin.getByText(/An error that was resolved is back in 1\.0\.1: TypeError/).click()
  await admin.getByText('Regressed in 1.0.1').waitFor()
})

test('an admin finds the sample of a failed request by the code on the person’s screen', async () => {
  const failure = (requestId: string) => ({
    status: 404,
    contentType: 'application/problem+json',
    // No other test has this error, so that the group has two members.
    json: { type: 'about:blank', title: 'No such corridor.', status: 404, code: 'not_found', requestId },
  })
  const { page } = await newMember(product, 'Fiona Failed')
  const { code } = await openWith(failure(randomUUID()), page)
  const another = await newMember(product, 'Otto Other')
  await openWith(failure(randomUUID()), another.page)

  const admin = await openAsAdmin(product.admins[1], adminPath('errors', { q: code }))
  await admin.getByRole('list', { name: 'Client errors' }).getByRole('link').click()
  const sample = admin.getByRole('combobox', { name: 'Sample' })
  // Loading the page again before the group is shown would load the list.
  await sample.waitFor()
  // A report is counted after it is acknowledged. On a busy machine its session is not checked in time.
  async function people() {
    await admin.reload()
    await sample.waitFor()
    return admin.getByText('People', { exact: true }).locator('xpath=..').innerText()
  }
  await expect.poll(people).toMatch(/2 (?:members|signed-out browsers)|1 member and 1 signed-out browser/)
  const selected = sample.locator('option:checked')
  expect(await selected.textContent()).toContain(code)
  await admin.getByRole('definition').filter({ hasText: code }).first().waitFor()

  // A 404 is an expected refusal, so the list shows it only on request.
  await showScreen(admin, adminPath('errors'))
  const kind = admin.getByRole('combobox', { name: 'Kind' })
  await kind.waitFor()
  const refusals = admin.getByRole('listitem').filter({ hasText: 'No such corridor.' })
  expect(await refusals.count()).toBe(0)
  await kind.selectOption('Refusals and outages')
  await refusals.getByText('Expected', { exact: true }).waitFor()
})

test('a request that is cancelled by leaving the page is not logged as an error', async () => {
  const { page } = await newMember(product, 'Lena Leaves')
  for (let times = 0; times < 3; times += 1) {
    await page.route('**/api/dashboard', () => {})
    const asked = page.waitForRequest('**/api/dashboard')
    await page.goto(product.origin + paths.dashboard)
    await asked
    await page.goto(product.origin + paths.events)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.unroute('**/api/dashboard')
  }
  expect(await page.evaluate(() => localStorage.getItem('errorLog') ?? '')).not.toContain('OfflineError')
})
