import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { offlinePage } from '#client/build/offline.ts'
import { outputOf } from '#client/build/output-of.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

type Files = ReadonlyMap<string, string | Uint8Array>

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  svg: 'image/svg+xml',
}

/** The service worker and its offline page. Those of two languages differ as those of two releases do. */
async function release(language: 'en' | 'de'): Promise<Files> {
  const output = await outputOf({
    plugins: [offlinePage(language)],
    build: { rolldownOptions: { input: 'client/lib/early-reads.ts' } },
  })
  return new Map(
    output.flatMap((file) => (file.type === 'asset' ? [[`/${file.fileName}`, file.source] as const] : [])),
  )
}

/** A server of which the next release is deployed before it answers this number of requests of a worker. */
async function startServer(releases: readonly [Files, Files], deployedBefore: number) {
  let answered = 0
  const server = createServer(({ url = '' }, response) => {
    if (url === '/') return response.setHeader('content-type', 'text/html').end('<h1>Online</h1>')
    if (url !== '/sw.js') answered += 1
    const file = url === '/icon.svg' ? '<svg/>' : releases[answered < deployedBefore ? 0 : 1].get(url)
    if (file === undefined) return response.writeHead(404).end()
    return response.setHeader('content-type', TYPES[url.split('.').at(-1)!]!).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}

test('a release that is deployed while the worker stores its files does not mix the offline pages of both', async () => {
  const releases = [await release('en'), await release('de')] as const
  // `client/offline/interleavings.test.ts` has every moment.
  for (const deployedBefore of [2, 4]) {
    const url = await startServer(releases, deployedBefore)
    const page = await product.newBrowser({ serviceWorkers: 'allow' })
    await page.goto(url)
    // The browser registers it again at each visit.
    const update = () =>
      page.evaluate(async () => {
        await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
        await navigator.serviceWorker.ready
      })
    await expect
      .poll(() => Promise.race([update().then(() => 'ready'), page.waitForTimeout(2_000)]))
      .toBe('ready')
    await page.context().setOffline(true)
    const missing: string[] = []
    page.on('requestfailed', (request) => missing.push(request.url()))
    await page.goto(`${url}events`)
    const language = await page.locator('html').getAttribute('lang')
    const [style, script] = await page.evaluate(() => [
      document.querySelector('link[rel=stylesheet]')!.getAttribute('href')!,
      document.querySelector('script')!.getAttribute('src')!,
    ])
    const own = releases[language === 'en' ? 0 : 1]
    const stored = await page.evaluate(
      (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).text())),
      [style!, script!],
    )
    expect({ deployedBefore, missing, stored }).toEqual({
      deployedBefore,
      missing: [],
      stored: [own.get(style!), own.get(script!)].map(String),
    })
  }
})
