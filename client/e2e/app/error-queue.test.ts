import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import {
  localLog,
  passTime,
  runHarness,
  stopTime,
  throwErrors,
  waiting,
} from '#client/e2e/harness/run-harness.ts'

const harness = runHarness()

beforeEach(() => stopTime(harness.context))

async function open(path = '/') {
  const page = await harness.newPage()
  await page.goto(harness.origin + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Advances the clock until the outbox is empty, slowly enough for a slow response to arrive before its timeout. */
async function untilSent(page: Page) {
  const step = async () => {
    await page.clock.runFor(1_000)
    return waiting(page)
  }
  await expect.poll(step, { interval: 250 }).toBe(0)
}

const messages = () => harness.intake.entries().map(({ message }) => message)

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Failure ${index + 1}`)

test('an error waits up to 30 s, is sent, and is then removed from the outbox', async () => {
  const page = await open('/?secret=1#part')
  await page.evaluate(() => localStorage.setItem('userEmail', 'ada@example.com'))
  await throwErrors(page, 'First')
  await page.clock.runFor(1_000)
  await throwErrors(page, 'Second')
  expect(await waiting(page)).toBe(2)
  await page.clock.runFor(28_000)
  expect(harness.intake.attempts).toBe(0)

  await page.clock.runFor(1_000)
  await expect.poll(() => waiting(page)).toBe(0)
  expect(harness.intake.batches).toHaveLength(1)
  expect(harness.intake.batches[0]).toMatchObject({ v: 1, release: '1.2.3', build: 'test', dropped: 0 })
  expect(harness.intake.entries()).toMatchObject([
    {
      type: 'error',
      message: 'First',
      url: `${harness.origin}/?secret=[redacted]#[redacted]`,
      userId: 'ada@example.com',
    },
    { type: 'error', message: 'Second' },
  ])
})

test('an unhandled promise rejection is reported as an error', async () => {
  const page = await open()
  await page.evaluate(() => void Promise.reject(new TypeError('Refused')))
  await passTime(page, 30_000)

  await expect
    .poll(() => harness.intake.entries())
    .toMatchObject([
      {
        type: 'unhandledrejection',
        message: 'Refused',
        stack: expect.stringContaining('TypeError: Refused'),
      },
    ])
})

test('50 errors wait; the 51st sends them', async () => {
  const page = await open()
  await throwErrors(page, ...numbered(50))
  expect(await waiting(page)).toBe(50)
  expect(harness.intake.attempts).toBe(0)

  await throwErrors(page, 'One more')

  await expect.poll(() => waiting(page)).toBe(0)
  expect(harness.intake.batches.map(({ entries }) => entries.length)).toEqual([50, 1])
})

test('errors are sent at once after a crash, and when the network is back', async () => {
  harness.intake.goOffline()
  await harness.context.addInitScript(() => (globalThis.broken = true))
  const page = await open('/page/one')
  await expect.poll(() => harness.intake.attempts).toBeGreaterThan(0)

  harness.intake.recover()
  // The previous attempt may still be failing.
  const comeBack = () => page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => comeBack().then(() => harness.intake.entries())).toMatchObject([{ type: 'crash' }])
})

test('a page that is left sends its errors', async () => {
  const page = await open()
  await throwErrors(page, 'Just before leaving')
  await page.goto('about:blank')

  await expect.poll(messages).toEqual(['Just before leaving'])
})

test('a tab that is closed sends its errors', async () => {
  const page = await open()
  await throwErrors(page, 'Just before closing')
  await page.close({ runBeforeUnload: true })

  await expect.poll(messages).toEqual(['Just before closing'])
})

test('errors that cannot be sent survive a reload, and failures to send are not logged', async () => {
  harness.intake.goOffline()
  const page = await open()
  await throwErrors(page, 'Kept')
  await page.clock.runFor(30_000)
  await expect.poll(() => harness.intake.attempts).toBeGreaterThan(0)
  await page.reload()
  expect(await waiting(page)).toBe(1)
  expect(await localLog(page)).toHaveLength(1)

  harness.intake.recover()
  await page.clock.runFor(29_000)
  await untilSent(page)
  // It was also sent when the page closed; even if that arrived late, it is the same entry.
  expect(new Set(harness.intake.entries().map(({ id }) => id)).size).toBe(1)
  expect(messages()).toContain('Kept')
})

test('two tabs send one at a time, and each error arrives once', async () => {
  harness.intake.delay = 300
  const tabs = [await open(), await open()]
  await Promise.all(
    tabs.map((tab, index) => throwErrors(tab, ...numbered(20).map((text) => `${text} of ${index}`))),
  )

  // All tabs share one clock. It moves their timeouts too: twice this distance would abort the call below.
  await harness.context.clock.runFor(30_000)

  for (const tab of tabs) await untilSent(tab)
  expect(harness.intake.mostAtOnce).toBe(1)
  expect(messages()).toHaveLength(40)
  expect(new Set(messages()).size).toBe(40)
})

test('an error is logged and sent although storage is full', async () => {
  const page = await open()
  await page.evaluate(() => {
    for (let size = 1 << 20; size >= 1; size >>= 1) {
      for (let part = 0; ; part++) {
        try {
          localStorage.setItem(`filler ${size} ${part}`, 'x'.repeat(size))
        } catch {
          break
        }
      }
    }
  })
  await throwErrors(page, 'In memory')
  expect(await waiting(page)).toBe(0)
  await page.clock.runFor(30_000)

  await expect.poll(messages).toEqual(['In memory'])
})
