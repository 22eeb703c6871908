import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserContext, type CDPSession, chromium, type Locator, type Page } from 'playwright-core'

import type { PublicEvent } from '#shared/events/public-events.ts'
import { paths } from '#shared/lib/paths.ts'
import { BROWSER_ARGUMENTS, findBrowser, NO_BROWSER } from '#server/tools/browser.ts'

import { type Demo, signIn, startDemo } from './demo.ts'
import type { Figure } from './row.ts'
import { startSlowNetwork } from './slow-network.ts'

/** A mid-range phone on a slow mobile connection: milliseconds, and a factor for its processor. */
const SLOW_NETWORK = { latency: 300, bytesPerSecond: 200 * 1024 }
const SLOWER_PROCESSOR = 4
const ROUNDS = 5
const PHONE = { width: 390, height: 844 }

interface Visit {
  /** Milliseconds from the start of the navigation. */
  shell: number
  content: number
  /** Requests until the content is shown. */
  requests: number
  bytes: number
  shift: number
  files: readonly { url: string; startedAt: number; endedAt: number; bytes: number }[]
}

/**
 * Waiting times on a slow line: of a member on the first visit, the next one, and when changing the screen, and of
 * a newcomer from the link of an event to the RSVP.
 */
export async function lineFigures(): Promise<Figure[]> {
  const line = await startSlowLine()
  try {
    const cold = await line.visits(paths.dashboard, { isCold: true })
    const warm = await line.visits(paths.dashboard, { isCold: false })
    const { first, next } = await line.changes()
    const { invitation, whole } = await line.newcomer()
    return [
      figure('dashboard, first visit, shell', cold.shell, 'ms', 1_200),
      figure('dashboard, first visit, content', cold.content, 'ms', 3_200),
      figure('dashboard, first visit, answers until content', cold.requests, '', 20),
      figure('dashboard, first visit, until content', cold.bytes / 1024, 'KB', 230),
      figure('dashboard, first visit, layout shift in thousandths', cold.shift * 1_000, '', 100),
      figure('dashboard, next visit, content', warm.content, 'ms', 1_000),
      figure('first change of screen', first, 'ms', 400),
      figure('next change of screen', next, 'ms', 150),
      figure('link of an event, invitation', invitation, 'ms', 3_200),
      figure('link of an event, all waiting until the RSVP', whole, 'ms', 9_000),
    ]
  } finally {
    await line.stop()
  }
}

const figure = (name: string, value: number, unit: string, limit: number): Figure => ({
  name: `slow line, ${name}`,
  value: Math.round(value),
  unit,
  bound: 'at most',
  limit,
})

/** The time of content, and the movement of what was already there. Runs in the page. */
function watch() {
  const seen = { content: 0, shift: 0 }
  Object.assign(globalThis, { seen })
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main h1')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (seen.content = performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

declare const seen: { content: number; shift: number }

/**
 * The demo's community on a slow line, in a browser that is signed in. It has a profile on disk and the service worker,
 * as a member's browser does: Chromium keeps compiled scripts from the third visit on.
 */
async function startSlowLine() {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(NO_BROWSER)
  const demo = await startDemo()
  const { origin } = demo
  const { host, port } = new URL(origin)
  const network = await startSlowNetwork(Number(port), SLOW_NETWORK)
  const profile = await mkdtemp(join(tmpdir(), 'bench-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...BROWSER_ARGUMENTS, `--host-resolver-rules=MAP ${host} 127.0.0.1:${network.port}`],
    viewport: PHONE,
  })
  await signIn(context, origin)
  network.slowDown()
  return {
    /** The round with the earliest content: other load on the machine can only add to it. */
    async visits(path: string, options: { isCold: boolean }) {
      const all: Visit[] = []
      for (let round = 0; round < ROUNDS; round++) all.push(await visit(context, origin + path, options))
      return all.reduce((best, each) => (each.content < best.content ? each : best))
    },
    changes: () => changes(context, origin),
    async newcomer() {
      const browser = await chromium.launch({
        executablePath,
        args: [...BROWSER_ARGUMENTS, `--host-resolver-rules=MAP ${host} 127.0.0.1:${network.port}`],
      })
      try {
        const all: Awaited<ReturnType<typeof journey>>[] = []
        for (let round = 0; round < ROUNDS; round++) {
          const phone = await browser.newContext({ viewport: PHONE, hasTouch: true })
          all.push(await journey(phone, demo))
          await phone.close()
        }
        return all.reduce((best, each) => (each.whole < best.whole ? each : best))
      } finally {
        await browser.close()
      }
    },
    async stop() {
      await context.close()
      network.stop()
      await demo.stop()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

async function visit(context: BrowserContext, url: string, { isCold }: { isCold: boolean }): Promise<Visit> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (isCold) {
    await session.send('Network.clearBrowserCache')
    await session.send('Storage.clearDataForOrigin', {
      origin: new URL(url).origin,
      storageTypes: 'service_workers,cache_storage',
    })
  }
  await slowDown(session)
  await page.addInitScript(watch)
  const files = recordFiles(session)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => seen.content > 0)
  // The service worker is installed after the content.
  await page.waitForTimeout(4_000)
  const result = await summaryOf(page, files)
  await page.close()
  return result
}

/**
 * Someone opens the link of a public event in a new browser, signs in with a code and answers. Typing and the way of the
 * email take no time.
 */
async function journey(context: BrowserContext, { origin, mailbox }: Demo) {
  const page = await context.newPage()
  await slowDown(await context.newCDPSession(page))
  const answer = await context.request.get(`${origin}/api/public-events`)
  const { items } = (await answer.json()) as { items: readonly PublicEvent[] }
  const event = items.find(({ seats }) => seats !== 'Full')
  if (!event) throw new Error('The demo has no public event with a seat.')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const email = `${randomUUID()}@people.test`

  const invitation = await timeOf(
    page.goto(origin + paths.event(event.id), { waitUntil: 'commit' }),
    heading('Create your account'),
  )
  const form = await timeOf(
    page.locator('[data-still]').waitFor({ state: 'detached' }),
    button('Email me a code'),
  )
  const way = await timeOf(button('Email me a code').tap(), button('Send code'))
  await page.getByLabel('Email').fill(email)
  const digits = page.getByLabel('6-digit code')
  const sent = await timeOf(button('Send code').tap(), digits)
  const code = await codeFor(mailbox, email)
  const name = await timeOf(digits.fill(code), heading('Your name'))
  await page.getByLabel('Name', { exact: true }).fill('Nina Newcomer')
  const profile = await timeOf(button('Continue to the event').tap(), button('Going'))
  const going = page.getByRole('button', { name: 'Going', pressed: true })
  const rsvp = await timeOf(button('Going').tap(), going)
  return { invitation, whole: invitation + form + way + sent + name + profile + rsvp }
}

/** The digits of an email in the demo's mailbox, whose page lists subjects and addresses. */
async function codeFor(mailbox: string, email: string) {
  for (;;) {
    const list = await (await fetch(mailbox)).text()
    const code = new RegExp(`>(\\d{6})[^>]*</a>[^\n]*<br>${email}`).exec(list)?.[1]
    if (code) return code
    await wait(100)
  }
}

/** Milliseconds from an action until the element is shown. */
async function timeOf(action: Promise<unknown>, shown: Locator) {
  const startedAt = performance.now()
  await action
  await shown.waitFor()
  return performance.now() - startedAt
}

/** Milliseconds from a click until the heading of another screen, for a screen that was not shown before and one that was. */
async function changes(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  await slowDown(await context.newCDPSession(page))
  await page.goto(origin + paths.dashboard)
  await page.locator('main h1').waitFor()
  // Until then, the browser loads what comes after the content.
  await page.waitForTimeout(10_000)
  const first = await change(page, 'Events')
  await change(page, 'Dashboard')
  const next = await change(page, 'Events')
  await page.close()
  return { first, next }
}

const change = (page: Page, name: string) =>
  page.evaluate(async (label) => {
    const from = document.querySelector('main h1')
    const startedAt = performance.now()
    document.querySelector<HTMLElement>(`nav [aria-label="${label}"]`)!.click()
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const heading = document.querySelector('main h1')
      if (heading && heading !== from) return performance.now() - startedAt
    }
  }, name)

const slowDown = (session: CDPSession) =>
  session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })

interface File {
  url: string
  startedAt: number
  endedAt: number
  bytes: number
}

/** Files by the id of their request; times in seconds of the browser's clock. */
function recordFiles(session: CDPSession) {
  const files = new Map<string, File>()
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    files.set(requestId, { url: request.url, startedAt: timestamp, endedAt: Infinity, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const file = files.get(requestId)
    if (file) Object.assign(file, { endedAt: timestamp, bytes: encodedDataLength })
  })
  return files
}

async function summaryOf(page: Page, recorded: ReadonlyMap<string, File>): Promise<Visit> {
  const { content, shift, shell } = await page.evaluate(() => ({
    ...seen,
    shell: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  }))
  const all = [...recorded.values()]
  const start = all[0]?.startedAt ?? 0
  const since = (timestamp: number) => Math.round((timestamp - start) * 1_000)
  const files = all.map((file) => ({
    ...file,
    startedAt: since(file.startedAt),
    endedAt: since(file.endedAt),
  }))
  const before = files.filter(({ endedAt, bytes }) => endedAt <= content && bytes > 0)
  return {
    shell,
    content,
    shift,
    requests: before.length,
    bytes: before.reduce((sum, { bytes }) => sum + bytes, 0),
    files,
  }
}
