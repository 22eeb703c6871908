import { createServer } from 'node:http'
import { launch } from 'chrome-launcher'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import type { Page, Response } from 'playwright-core'

import { startAuthEmulator } from '#server/tools/auth-emulator/auth-emulator.ts'
import { BROWSER_ARGUMENTS, findBrowser, launchBrowser, NO_BROWSER } from '#server/tools/browser.ts'
import { startStack } from '#server/tools/stack.ts'
import { portOf } from '#server/tools/port-of.ts'

/** A measurement with a limit instead of a baseline. */
export interface Figure {
  name: string
  value: number
  unit: string
  bound: 'at least' | 'at most'
  limit: number
}

const PASSWORD = 'a long enough password'
/** Other load on the machine can only add to a value, so the smallest of a few rounds counts. */
const AUDITS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
// The smallest page with a heading: no page with the same text can be faster.
const STATIC_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Static</title>
<meta name="viewport" content="width=device-width"></head><body><main><h1>Where members meet</h1>
<p>One page, no script, no style.</p></main></body></html>`

/** Bytes over the wire in a real browser, and Lighthouse's mobile scores. */
export async function pageFigures(): Promise<Figure[]> {
  const authEmulator = await startAuthEmulator({ projectId: 'demo-bench' })
  const stack = await startStack({ authEmulator })
  try {
    return [...(await weights(stack)), ...(await lighthouseFigures(stack.origin))]
  } finally {
    await stack.stop()
    await authEmulator.stop()
  }
}

async function weights({ origin, emulator }: Awaited<ReturnType<typeof startStack>>): Promise<Figure[]> {
  const browser = await launchBrowser()
  const kilobytes = (name: string, value: number, limit: number): Figure => ({
    name,
    value: Number((value / 1024).toFixed(1)),
    unit: 'KB',
    bound: 'at most',
    limit,
  })
  try {
    const landing = await weigh(await browser.newPage(), (page) => page.goto(origin))
    await emulator.createUser({ email: 'bench@guildhall.test', password: PASSWORD, emailVerified: true })
    const page = await browser.newPage()
    await signIn(page, origin)
    // The network would never become idle while the stream is open.
    await page.route('**/api/notifications/stream*', (route) => route.abort())
    const screen = await weigh(page, async () => {
      await page.goto(`${origin}/dashboard`, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
    })
    return [
      kilobytes('landing page, JavaScript (brotli)', landing.script, 96),
      kilobytes('landing page, CSS (brotli)', landing.stylesheet, 12),
      kilobytes('first signed-in screen, JavaScript (brotli)', screen.script, 190),
      kilobytes('first signed-in screen, CSS (brotli)', screen.stylesheet, 24),
    ]
  } finally {
    await browser.close()
  }
}

async function signIn(page: Page, origin: string) {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill('bench@guildhall.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'About you' }).waitFor()
}

/** Compressed bytes received by resource type, with an empty cache. */
async function weigh(page: Page, open: (page: Page) => Promise<unknown>) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const bytes = { script: 0, stylesheet: 0 }
  const pending: Promise<void>[] = []
  const count = async (response: Response) => {
    const kind = response.request().resourceType()
    if (kind !== 'script' && kind !== 'stylesheet') return
    const { responseBodySize } = await response.request().sizes()
    bytes[kind] += responseBodySize
  }
  const listener = (response: Response) => void pending.push(count(response))
  page.on('response', listener)
  await open(page)
  await Promise.all(pending)
  page.off('response', listener)
  return bytes
}

async function lighthouseFigures(origin: string): Promise<Figure[]> {
  const plain = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(STATIC_PAGE),
  )
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const port = portOf(plain)
  try {
    const [baselines, landings]: [Result[], Result[]] = [[], []]
    for (let round = 0; round < AUDITS; round++) {
      baselines.push(await audit(`http://localhost:${port}/`))
      landings.push(await audit(`${origin}/`))
    }
    const [baseline, landing] = [quickest(baselines), quickest(landings)]
    return [
      ...CATEGORIES.map((id): Figure => {
        const value = Math.round((landing.categories[id]?.score ?? 0) * 100)
        return {
          name: `landing page, Lighthouse ${id} (mobile)`,
          value,
          unit: '',
          bound: 'at least',
          limit: 100,
        }
      }),
      {
        name: 'landing page, largest contentful paint / static page',
        value: Number((paint(landing) / paint(baseline)).toFixed(2)),
        unit: '×',
        bound: 'at most',
        limit: 2,
      },
    ]
  } finally {
    plain.close()
  }
}

const paint = ({ audits }: Result) => audits['largest-contentful-paint']?.numericValue ?? Infinity

const quickest = (results: readonly Result[]) =>
  results.reduce((best, result) => (paint(result) < paint(best) ? result : best))

async function audit(url: string): Promise<Result> {
  const chrome = await launchChrome()
  try {
    return await runLighthouse(url, { port: chrome.port, onlyCategories: [...CATEGORIES] })
  } finally {
    chrome.kill()
  }
}

/** A browser with a port for Lighthouse. */
export function launchChrome() {
  const chromePath = findBrowser()
  if (!chromePath) throw new Error(NO_BROWSER)
  return launch({ chromePath, chromeFlags: ['--headless=new', ...BROWSER_ARGUMENTS] })
}

export async function runLighthouse(url: string, flags: Flags): Promise<Result> {
  const outcome = await lighthouse(url, { logLevel: 'error', ...flags })
  if (!outcome) throw new Error(`Lighthouse returned no result for ${url}.`)
  return outcome.lhr
}
