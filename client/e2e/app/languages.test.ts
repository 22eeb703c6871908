import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { adminPath } from '#shared/lib/paths/admin.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { paths } from '#shared/lib/paths.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { editOf } from '#shared/people/profile-edit.ts'
import type { OwnPrestige } from '#shared/prestige/schema.ts'
import { awardPoints } from '#server/testing/running-product/prestige-awards.ts'
import { hoursFromNow, newEvent } from '#client/e2e/events.ts'
import { propose } from '#client/e2e/meetings/growth-meetings.ts'
import { call, connect, newMember, startSession, withoutStream } from '#client/e2e/members.ts'
import { showScreen, waitForRequests } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

import { memberScreens, PUBLIC_SCREENS } from './every-screen.ts'

const product = runProduct({ ownServer: true, env: { LANGUAGES: 'en-XA', STATIC_CACHE: 'off' } })

/** `Intl` has no pseudo-language: what it writes is in English. */
const DATES = (['long', 'short'] as const).flatMap((width) =>
  Array.from({ length: 12 }, (_, at) => [
    new Date(2026, at).toLocaleDateString('en', { month: width }),
    new Date(2026, 0, at).toLocaleDateString('en', { weekday: width }),
  ]).flat(),
)
const NOT_TRANSLATED = [
  /https?:\/\/\S*|\S+@\S+/g,
  // Ids, and codes of errors.
  /[\da-f]{4,}(?:-[\da-f]{4,})+|\b[A-Z\d]{2,}(?:-[A-Z\d]{2,})+\b/g,
  new RegExp(String.raw`\b(?:Lisbon time|${DATES.join('|')}|AM|PM|MM|DD|YYYY|and|in \d+ \w+)\b`, 'g'),
  // The subject of an entry that is not by a member.
  /Opening a second shop/g,
  // The product, places, programs, keys, Roman numerals, and people in the example of the page of prestige.
  /\b(?:Guildhall|Google|Lisbon|Chrome|Linux|JSON|Ctrl|UTC|Maya|Tomás|Ines|Noah|Olga|Priya|Sam|[IV]+)\b/g,
]

test('no screen has an untranslated word, scrolls sideways or cuts a text', async () => {
  const visitor = await product.newBrowser({ reducedMotion: 'reduce' })
  const visits = inspectionOf(visitor)
  await visits.walk(PUBLIC_SCREENS)

  const admin = { email: product.admins[0], password: 'a long enough password' }
  await product.emulator.createUser({ ...admin, emailVerified: true })
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  await withoutStream(page)
  await startSession(page, product.origin, admin)
  const { body: own } = await call<OwnProfile>(page, 'GET', '/api/me')
  await call(page, 'PUT', '/api/me', { ...editOf(own), displayName: 'Ǻđǻ' }, own.version)
  const ada = { id: own.id, name: 'Ǻđǻ', page, person: { ...admin, uid: own.id } }
  const ben = await newMember(product, 'Ƀḗƞ', { headline: 'Ƀǿǿķķḗḗƥīƞɠ' })
  const eventId = await newEvent(page, {
    title: 'Ȧ ƀřḗȧķƒȧşŧ',
    summary: 'Ɠǿǿđ ŧȧŀķ.',
    venue: { name: 'Ŧħḗ ẇǿřķşħǿƥ', address: { city: 'Ƥǿřŧǿ' } },
    startsAt: hoursFromNow(30),
  })
  const connectionId = await connect(ada, ben)
  const { id: meetingId } = await propose(ada, [ben], 'Ħīřīƞɠ')
  const { walk, look, issues } = inspectionOf(page)
  await walk(memberScreens({ eventId, memberId: ben.id, connectionId, meetingId }))

  await showScreen(page, paths.event(eventId))
  await page.locator('button:has(+ [popover] [data-tone=danger])').click()
  await page.locator('[popover] [data-tone=danger]').click()
  const dialog = page.getByRole('dialog')
  const send = dialog.locator('[type=submit]')
  await send.click()
  await look('the dialog for cancelling an event')
  await dialog.locator('textarea').fill('Şǿřřẏ')
  await send.click()
  const toast = page.locator('section[aria-live] p')
  await toast.waitFor()
  await look('the toast about a cancelled event')

  await awardPoints(product.stack.dataDir, ben.id, [{ kind: 'thanks', confirmedBy: ['ḗṽḗ'], daysAgo: 2 }])
  const { body: earned } = await call<OwnPrestige>(ben.page, 'GET', '/api/prestige')
  const dispute = `/api/prestige/entries/${earned.items[0]!.id}/dispute`
  await call(ben.page, 'POST', dispute, { reason: 'Ẇřǿƞɠ ƥḗřşǿƞ' })
  await page.goto(adminPath('prestige'))
  await page.locator('article button').click()
  await send.click()
  await look('the decision of a dispute')
  expect([...visits.issues.values(), ...issues.values()]).toEqual([])
}, 240_000)

test('arrow keys move the way they point, in a row of tabs, in a month and in a week', async () => {
  const { page } = await newMember(product, 'Ƈȧř')
  await page.goto(`${product.origin}/events?view=month&day=2027-05-12`)
  const day = page.getByRole('grid').locator('[aria-selected=true]')
  await day.press('ArrowLeft')
  await expect.poll(() => day.getAttribute('data-day')).toBe('2027-05-13')
  await day.press('ArrowRight')
  await expect.poll(() => day.getAttribute('data-day')).toBe('2027-05-12')

  await page.goto(`${product.origin}/events`)
  const tabs = page.getByRole('tab')
  await tabs.nth(0).press('ArrowLeft')
  await expect.poll(() => tabs.nth(1).evaluate((tab) => tab === document.activeElement)).toBe(true)

  await page.goto(product.origin + settingsPath('availability'))
  await page.locator('[data-cell="1 18"]').press('ArrowLeft')
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^Tuesday/)
})

/** Collects issues, each once with the first screen that has it. */
function inspectionOf(page: Page) {
  const untilIdle = waitForRequests(page)
  const issues = new Map<string, string>()

  /** @param name what the page shows now */
  async function look(name: string) {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await untilIdle()
      const found = [
        ...(await wordsIn(page)),
        ...(await page.evaluate(widerThanScreen)),
        ...(await page.evaluate(cutTexts)),
        ...(await page.evaluate(unmirroredIcons)),
      ]
      for (const issue of found) issues.set(issue, issues.get(issue) ?? `${issue}, at ${name}, ${width} px`)
    }
  }

  async function walk(screens: readonly string[]) {
    for (const path of screens) {
      await showScreen(page, path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      // The landing is prerendered, and starts the app at the first interaction.
      await page.keyboard.press('Tab')
      await page.locator('[data-still]').waitFor({ state: 'detached' })
      await look(path)
    }
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  }
  return { issues, walk, look }
}

/** Words with plain letters that the page shows or names. Dates, and values that are data, are not texts. */
async function wordsIn(page: Page) {
  const texts = await page.evaluate(() => {
    const root = document.body
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode as Text
      if (!parentElement?.closest('time, option, script, style')) found.push(data)
    }
    const named = root.querySelectorAll('[aria-label], [title], [placeholder], [alt]')
    for (const element of named)
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        found.push(element.getAttribute(name) ?? '')
    return found
  })
  return texts.flatMap((text) => {
    const rest = NOT_TRANSLATED.reduce((left, each) => left.replace(each, ''), text)
    const words = rest.match(/(?<![\p{L}.@/])[a-z]{2,}(?![\p{L}.@])/giu) ?? []
    return words.map((word) => `${word} in “${text.slice(0, 60)}”`)
  })
}

/** Runs in the page. Elements that reach beyond the screen, and not within a part that scrolls. */
function widerThanScreen() {
  const isScrolled = (element: Element) =>
    element.closest('[tabindex]') !== null || element.closest('svg') !== null
  return [...document.querySelectorAll('body *')]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (left < -1 || right > innerWidth + 1) && !isScrolled(element)
    })
    .map(({ tagName, textContent }) => `${tagName} ${textContent.slice(0, 40)}`)
    .slice(0, 5)
}

/** Runs in the page. Texts of the interface that a box cuts, or that reach out of their link or button. */
function cutTexts() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const found: string[] = []
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode as Text
    // Only texts of catalogues are lengthened, with words like this. People's own texts may be shortened.
    if (!data.includes(' ǿ')) continue
    range.selectNodeContents(texts.currentNode)
    const text = range.getBoundingClientRect()
    const control = parentElement?.closest('a, button')
    for (let box = parentElement; box && text.width > 0; box = box.parentElement) {
      const { overflow } = getComputedStyle(box)
      const { left, right, top, bottom, width } = box.getBoundingClientRect()
      // The text is visually hidden, or inside a scroll container.
      if (width <= 1 || /auto|scroll/.test(overflow)) break
      const reachesOut =
        text.left < left - 1 || text.right > right + 1 || text.top < top - 1 || text.bottom > bottom + 1
      if (reachesOut && (box === control || /hidden|clip/.test(overflow))) {
        found.push(`${box.tagName} cuts “${data.slice(0, 60)}”`)
        break
      }
    }
  }
  return found
}

/** Runs in the page. */
function unmirroredIcons() {
  return [...document.querySelectorAll('[data-pointing]')]
    .filter((icon) => getComputedStyle(icon).scale !== '-1 1')
    .map((icon) => `Icon points the wrong way: ${icon.parentElement?.textContent}`)
}
