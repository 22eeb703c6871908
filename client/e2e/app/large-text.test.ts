import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { OwnProfile } from '#shared/people/members.ts'
import type { MeetingLists } from '#shared/meetings/schema.ts'
import { hoursFromNow, newEvent, rsvp } from '#client/e2e/events.ts'
import { propose } from '#client/e2e/meetings/growth-meetings.ts'
import { call, connect, newMember, startSession, withoutStream } from '#client/e2e/members.ts'
import { showScreen, waitForRequests } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

import { memberScreens, PUBLIC_SCREENS } from './every-screen.ts'

// Other files write texts of any kind, such as names without a space.
// With emails, the settings have a column for them.
const product = runProduct({
  ownServer: true,
  env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@guildhall.test' },
})

test('no screen of a phone scrolls sideways or breaks words with text at 200%', async () => {
  const page = await product.newBrowser({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  await withoutStream(page)
  const untilIdle = waitForRequests(page)
  const issues = await issuesOf(page, PUBLIC_SCREENS, untilIdle)

  const admin = { email: product.admins[0], password: 'a long enough password' }
  await product.emulator.createUser({ ...admin, emailVerified: true })
  await startSession(page, product.origin, admin)
  // So soon that its check-in is open.
  const startsAt = hoursFromNow(3)
  const id = await newEvent(page, { title: 'Entrepreneurship breakfast', startsAt })
  const { body } = await call<OwnProfile>(page, 'GET', '/api/me')
  const attendee = await newMember(product, 'Wilhelmina Featherstone', {
    headline: 'Bookkeeping for entrepreneurs',
  })
  await rsvp(attendee.page, id, 'going')
  await connect({ id: body.id, page }, attendee)
  const meeting = await propose({ page }, [attendee])
  await showMeetingToConfirm(page)
  const shown = { eventId: id, memberId: body.id, meetingId: meeting.id }
  issues.push(...(await issuesOf(page, memberScreens(shown), untilIdle)))
  expect(issues).toEqual([])
})

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

async function issuesOf(page: Page, screens: readonly string[], untilIdle: () => Promise<void>) {
  const issues: string[] = []
  for (const path of screens) {
    await showScreen(page, path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await untilIdle()
    issues.push(...(await page.evaluate(findIssues)).map((issue) => `${path}: ${issue}`))
  }
  return issues
}

/** Runs in the page. Longer words may break, and so may addresses. */
function findIssues() {
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
