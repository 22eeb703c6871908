import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

/** @param part text of the lines: other files log errors with the same server */
const clientErrors = (part: string) =>
  product.stack
    .logs()
    .split('\n')
    .filter((line) => line.includes('"client.error"') && line.includes(part))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test("an error in a visitor's browser ends as one line of the server's log", async () => {
  const page = await product.newBrowser()
  const id = randomUUID()
  await page.goto(`${product.origin}/about-us?name=value`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate((sent) => reportError(new TypeError(`Sent to ada@example.com ${sent}`)), id)
  await page.goto('about:blank')

  await expect
    .poll(() => clientErrors(id))
    .toMatchObject([
      {
        event: { name: 'client.error' },
        exception: { type: 'TypeError', message: `Sent to [redacted] ${id}` },
        url: { path: '/about-us' },
        client: { type: 'error', count: 1 },
      },
    ])
})

test('the server keeps the source maps of its build, and serves none', async () => {
  const { build } = JSON.parse(await readFile('dist/build.json', 'utf8')) as { build: string }
  const kept = join(product.stack.dataDir, 'source-maps', build)
  await expect.poll(() => readdir(kept).catch(() => [])).not.toEqual([])
  const [map] = await readdir(kept)
  for (const path of [`/assets/${map}`, `/source-maps/${build}/${map}`]) {
    expect((await fetch(product.origin + path)).status).toBe(404)
  }
})

test('a screen whose file is missing is logged as a stale chunk, and loads once the file is back', async () => {
  const page = await product.newBrowser()
  await page.route('**/assets/About-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto(`${product.origin}/about-us`)
  await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor()
  const code = await page.getByText('Error code').getByRole('strong').innerText()
  await page.unroute('**/assets/About-*.js')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.waitForFunction(() => !document.body.innerText.includes('Something went wrong'))

  await expect.poll(() => JSON.stringify(clientErrors(code))).toMatch(/route error.*stale chunk/)
  expect(clientErrors(code)).toMatchObject([{ event: { short_code: code } }])
})

test('an unknown path is answered with 404 and shown inside the shell', async () => {
  const page = await product.newBrowser()
  const answer = await page.goto(`${product.origin}/no/such/page`)
  await page.getByRole('heading', { level: 1, name: '404 - Page Not Found' }).waitFor()

  expect(answer?.status()).toBe(404)
  expect(await page.getByRole('main').count()).toBe(1)
  expect(await page.getByRole('banner').count()).toBe(1)
})
