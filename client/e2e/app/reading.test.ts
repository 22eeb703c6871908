import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { lossyPixels, webpFile } from '#server/testing/fixtures/webp.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { propose } from '#client/e2e/meetings/growth-meetings.ts'
import { call, connect, newMember, startSession, withoutStream } from '#client/e2e/members.ts'
import { showScreen, waitForRequests } from '#client/e2e/navigation.ts'
import { newPerson } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'
import type { MeetingLists } from '#shared/meetings/schema.ts'
import type { OwnProfile } from '#shared/people/members.ts'

import { memberScreens, PUBLIC_SCREENS } from './every-screen.ts'

// Other files write texts of any kind, such as names without a space.
// With emails, the settings have a column for them.
const product = runProduct({
  ownServer: true,
  env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@guildhall.test' },
})
const PHONE = { width: 390, height: 844 }
const LANDSCAPE = { width: 844, height: 390 }

beforeAll(async () => {
  await newEvent(await newOrganiser(product, product.admins[1]))
})

async function signedIn(viewport: { width: number; height: number }, reducedMotion?: 'reduce') {
  const page = await product.newBrowser({ viewport, reducedMotion })
  await withoutStream(page)
  await startSession(page, product.origin, await newPerson(product.emulator))
  return page
}

async function show(page: Page, path: string, untilIdle: () => Promise<void>) {
  await showScreen(page, path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await untilIdle()
}

test.each([paths.dashboard, paths.events, paths.connectionsTab('directory'), settingsPath('notifications')])(
  'Tab leads through %s and out of it again, and each control that it reaches is outlined and uncovered',
  async (path) => {
    const page = await signedIn(PHONE, 'reduce')
    const untilIdle = waitForRequests(page)
    await show(page, path, untilIdle)
    const address = page.url()
    const issues: string[] = []
    const reached = new Set<string>()
    for (;;) {
      await page.keyboard.press('Tab')
      const { name, issue } = await page.evaluate(inspectFocus)
      if (name === undefined || reached.has(name)) break
      reached.add(name)
      if (issue) issues.push(`${name} ${issue}`)
    }
    expect(reached.size).toBeGreaterThan(8)
    expect(issues).toEqual([])
    expect(page.url()).toBe(address)
    expect(await page.locator('dialog[open], [popover]:popover-open').count()).toBe(0)
  },
)

/** Runs in the page. The focused control, numbered in the order of the document. */
function inspectFocus(): { name?: string; issue?: string } {
  const focused = document.activeElement
  if (!focused || focused === document.body) return {}
  const at = [...document.querySelectorAll('*')].indexOf(focused)
  const name = `${at} ${focused.tagName} “${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 40)}”`
  const around = [focused, focused.nextElementSibling, focused.parentElement, focused.closest('label')]
  const styles = around.flatMap((element) => (element ? [getComputedStyle(element)] : []))
  // The title of a card is outlined around the card.
  const isOutlined = [...styles, getComputedStyle(focused, '::after')].some(
    ({ outlineStyle, outlineWidth, outlineColor }) =>
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && outlineColor !== 'transparent',
  )
  if (!isOutlined) return { name, issue: 'has no outline' }
  // A control may be drawn by its label.
  const { left, right, top, bottom } = (focused.closest('label') ?? focused).getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) =>
      document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y),
    ),
  )
  const isSeen = points.some((element) => element && around.some((one) => one?.contains(element)))
  return isSeen ? { name } : { name, issue: 'is covered' }
}

test('nothing moves on a screen that has loaded, and nothing slides with reduced motion', async () => {
  const page = await signedIn(PHONE)
  const untilIdle = waitForRequests(page)
  for (const path of [paths.dashboard, paths.events, paths.growthMeetings, paths.ownProfile]) {
    await show(page, path, untilIdle)
    const endless = () =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter(
              ({ effect, playState }) =>
                playState === 'running' && effect?.getTiming().iterations === Infinity,
            ).length,
      )
    await expect.poll(endless).toBe(0)
  }

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Your account' }).click()
  const durations = await page.evaluate(() =>
    document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration)),
  )
  expect(durations.filter((milliseconds) => milliseconds > 1)).toEqual([])
})

test('a phone shows every screen in landscape, with wider spacing, and with text at 200%', async () => {
  const page = await product.newBrowser({ viewport: LANDSCAPE, reducedMotion: 'reduce' })
  await withoutStream(page)
  const untilIdle = waitForRequests(page)
  const issues: string[] = []
  const walk = async (screens: readonly string[]) => {
    for (const path of screens) {
      await show(page, path, untilIdle)
      for (const viewport of [LANDSCAPE, PHONE]) {
        await page.setViewportSize(viewport)
        issues.push(
          ...(await page.evaluate(cutWithSpacing)).map((issue) => `${path}, ${viewport.width} px: ${issue}`),
        )
      }
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      await untilIdle()
      issues.push(...(await page.evaluate(brokenByLargeText)).map((issue) => `${path}, 200%: ${issue}`))
      await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    }
  }
  await walk(PUBLIC_SCREENS)

  const admin = { email: product.admins[0], password: 'a long enough password' }
  await product.emulator.createUser({ ...admin, emailVerified: true })
  await startSession(page, product.origin, admin)
  // So soon that its check-in is open.
  const startsAt = hoursFromNow(3)
  const picture = await page.request.post('/api/images?kind=cover', {
    headers: { 'x-csrf': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'image/webp' },
    data: webpFile(lossyPixels(1280, 720)),
  })
  const { id: cover } = (await picture.json()) as { id: string }
  const eventId = await newEvent(page, {
    title: 'Entrepreneurship breakfast',
    cover,
    tags: ['Manufacturing, logistics and retail'],
    startsAt,
  })
  const { body } = await call<OwnProfile>(page, 'GET', '/api/me')
  const attendee = await newMember(product, 'Wilhelmina Featherstone', {
    headline: 'Bookkeeping for entrepreneurs',
  })
  await rsvp(attendee.page, eventId, 'going')
  await connect({ id: body.id, page }, attendee)
  const meeting = await propose({ page }, [attendee])
  await showMeetingToConfirm(page)
  await walk(memberScreens({ eventId, memberId: body.id, meetingId: meeting.id }))
  expect(issues).toEqual([])
}, 240_000)

/** A list with the longest badge, “Awaiting confirmation”: the server has such meetings only an hour after they end. */
async function showMeetingToConfirm(page: Page) {
  await page.route('**/api/meetings', async (route) => {
    const response = await route.fetch()
    const lists: MeetingLists = await response.json()
    const toConfirm = lists.waiting.map((meeting) => ({
      ...meeting,
      status: 'awaitingConfirmation' as const,
      startsAt: hoursFromNow(-3),
    }))
    await route.fulfill({ response, json: { ...lists, waiting: [], toConfirm } satisfies MeetingLists })
  })
}

/** Runs in the page. Spacing as in WCAG 2.2, criterion 1.4.12. */
async function cutWithSpacing() {
  const spacing = new CSSStyleSheet()
  spacing.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  )
  document.adoptedStyleSheets = [spacing]
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const found: string[] = []
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`is ${document.documentElement.scrollWidth} px wide`)
  for (const element of document.querySelectorAll('a, button, label, legend, h1, h2, h3, th, summary, p')) {
    const { overflow, textOverflow } = getComputedStyle(element)
    const isCut =
      element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
    if (isCut && element.clientWidth > 1 && /hidden|clip/.test(overflow) && textOverflow !== 'ellipsis')
      found.push(`${element.tagName} cuts “${element.textContent.slice(0, 40)}”`)
  }
  document.adoptedStyleSheets = []
  return found
}

/** Runs in the page. Longer words may break, and so may addresses. */
function brokenByLargeText() {
  const issues: string[] = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map(({ tagName, className }) => `${tagName}.${className}`)
    issues.push(`is ${scrollWidth} px wide, for ${wide.slice(0, 8).join(' ')}`)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const text = texts.currentNode
    if (text.parentElement?.closest('code, pre, svg, script, [aria-hidden=true]')) continue
    // Hidden from sight.
    if ((text.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue
    // An address, such as one in the headline of a member.
    if (/\S\/\S/.test(text.textContent ?? '')) continue
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(
      /(?<![^\s-])\p{L}{2,18}(?=,|-|\.?(?:\s|$))/gu,
    )) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      // A word at the start of a line can have an empty box at the end of the line before.
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
      const lines = new Set(boxes.map(({ top }) => Math.round(top)))
      if (lines.size > 1) issues.push(`breaks “${word}” in ${text.parentElement?.tagName}`)
    }
  }
  return issues
}

test.each(['light', 'dark'] as const)(
  'the border of a field has a contrast of 3:1 in %s colours',
  async (colorScheme) => {
    const page = await product.newBrowser({ colorScheme })
    await page.goto(product.origin + paths.login)
    await page.locator('input[type=email]').waitFor()
    const ratios = await page.evaluate(() => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
      const luminance = (colour: string) => {
        context.fillStyle = colour
        context.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
          const share = value / 255
          return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      const contrast = (one: string, other: string) => {
        const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
        return (light + 0.05) / (dark + 0.05)
      }
      const field = document.querySelector('input[type=email]')!
      const backgroundOf = (element: Element): string => {
        const { backgroundColor } = getComputedStyle(element)
        const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && element.parentElement
        return isClear ? backgroundOf(element.parentElement!) : backgroundColor
      }
      const { borderTopColor } = getComputedStyle(field)
      return [field, field.parentElement!].map((element) => contrast(borderTopColor, backgroundOf(element)))
    })
    for (const ratio of ratios) expect(ratio).toBeGreaterThanOrEqual(3)
  },
)
