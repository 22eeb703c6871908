import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/paths.ts'

import { call, connect, type Member, newMember } from './members.ts'
import { waitForRequests } from './navigation.ts'
import { runProduct } from './product.ts'

const product = runProduct()

/** Files and calls of the first visit, by a visitor whom the browser does not know. */
const MOST_REQUESTS_TO_SIGN_IN = 17
/** Cumulative layout shift; above it, a page counts as unstable (https://web.dev/articles/cls). */
const MOST_SHIFT = 0.1

test('the first visit to the sign-in screen makes few requests', async () => {
  const page = await product.newColdBrowser()
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const rest = waitForRequests(page)
  await page.goto(`${product.origin}${paths.login}`)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await expect.poll(() => requested.some((path) => path.includes('firebase'))).toBe(true)
  await rest()
  // A list that is too long shows what to look for.
  expect(requested.slice(MOST_REQUESTS_TO_SIGN_IN)).toEqual([])
})

declare const layoutShifts: { value: number }[]

/** In the page, from its start. */
function watchShifts() {
  Object.assign(globalThis, { layoutShifts: [] })
  new PerformanceObserver((list) =>
    layoutShifts.push(...(list.getEntries() as (PerformanceEntry & { value: number })[])),
  ).observe({ type: 'layout-shift', buffered: true })
}

const shiftOf = (page: Page) => page.evaluate(() => layoutShifts.reduce((sum, { value }) => sum + value, 0))

async function introducedMember(name: string) {
  const [ada, ben, chi] = await Promise.all([
    newMember(product, name),
    newMember(product, 'Ben Osei'),
    newMember(product, 'Chi Wu'),
  ])
  await Promise.all([connect(ada, ben), connect(ada, chi)])
  await introduce(ben, ada)
  return ada
}

/** Someone introduces Ada to one of their other connections. */
async function introduce(by: Member, ada: Member) {
  const other = await newMember(product, 'Dana Lima')
  await connect(by, other)
  const body = { people: [ada.id, other.id], reason: 'You both run a bakery.' }
  const { status } = await call(by.page, 'POST', '/api/member-introductions', body)
  expect(status).toBe(201)
}

test.for([
  [390, 844],
  [1280, 800],
] as const)(
  'connections stay where they are while the introductions above them load, at %i px',
  async ([width, height]) => {
    const ada = await introducedMember(`Ada ${width}`)
    const { page } = ada
    await page.setViewportSize({ width, height })
    await page.addInitScript(watchShifts)
    await page.route('**/api/member-introductions*', async (route) => {
      await new Promise((resolve) => void setTimeout(resolve, 1_500))
      await route.continue()
    })
    await page.goto(`${product.origin}${paths.connections}`)
    await page.getByRole('region', { name: 'Introductions' }).waitFor()
    await page.getByRole('link', { name: 'Ben Osei' }).waitFor()
    expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT)
  },
)
