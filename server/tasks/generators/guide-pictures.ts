import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Locator, Page } from 'playwright-core'

import { paths } from '#shared/lib/paths.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import { chapterAdminPath } from '#shared/lib/paths/chapters.ts'
import { lonePath, roundsPath } from '#shared/lib/paths/rounds.ts'
import { PASSWORD } from '#server/demo/seed/accounts.ts'
import { launchBrowser, newContext } from '#server/tools/browser.ts'
import { isLabel } from '#server/tools/labels.ts'

/**
 * `npm run guide-pictures [http://localhost:3000]` takes the pictures of `docs/guide` from a demo that runs there,
 * started with `npm run demo -- --fresh`, and records which labels of the product each of them shows.
 */
const [, , origin = 'http://localhost:3000'] = process.argv
const GUIDE = join(import.meta.dirname, '../../../docs/guide')
const FOLDER = join(GUIDE, 'pictures')
/** The window is so high that the bar at the bottom covers nothing. */
const VIEWPORT = { width: 720, height: 4_000 }
/** Device pixels per CSS pixel. */
const SCALE = 1.5
const QUALITY = 0.55
/** CSS pixels around a part. */
const MARGIN = 12

const card =
  (heading: string) =>
  (page: Page): Locator =>
    page.locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) }).first()
const dialog = (page: Page) => page.locator('dialog[open]')
const main = (page: Page) => page.locator('main > div').first()
/** The panel's content, without the line of the tabs above it. */
const panel = (page: Page) => page.getByRole('tabpanel').locator('> *').first()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

interface Picture {
  as: 'member' | 'organiser' | 'admin'
  path: string
  /** Opens the part that the picture shows. */
  prepare?: (page: Page) => Promise<unknown>
  part: (page: Page) => Locator
  /** CSS pixels, for long parts. */
  maxHeight?: number
}

const openEvent = (title: string, query?: string) => async (page: Page) => {
  await page.getByRole('link', { name: title }).first().click()
  await page.waitForURL('**/event/**')
  if (query) await open(page, new URL(page.url()).pathname + query)
}

const PICTURES: Readonly<Record<string, Picture>> = {
  rsvp: {
    as: 'member',
    path: paths.events,
    prepare: openEvent('Early breakfast'),
    part: card('Are you going?'),
  },
  calendar: {
    as: 'member',
    path: paths.events,
    prepare: (page) => button(page, 'Sync calendar').click(),
    part: dialog,
  },
  introduce: {
    as: 'member',
    path: paths.connections,
    async prepare(page) {
      await page
        .getByRole('link', { name: /Zé Moura/ })
        .first()
        .click()
      await button(page, /^Introduce/).click()
    },
    part: dialog,
  },
  'plan-meeting': {
    as: 'member',
    path: paths.createGrowthMeeting,
    async prepare(page) {
      await page.getByLabel('Search your connections').fill('Zé')
      await page.getByRole('option').first().click()
      await button(page, /^Add .*Lisbon|^Add \w+day/).waitFor()
    },
    part: (page) => page.locator('fieldset', { hasText: 'Best times for everyone' }).first(),
    maxHeight: 520,
  },
  'answer-meeting': {
    as: 'member',
    path: paths.growthMeetings,
    prepare: (page) => page.getByRole('link', { name: /four hospital kitchens/ }).click(),
    part: card('Which times suit you?'),
  },
  visibility: {
    as: 'member',
    path: `${paths.ownProfile}?edit=visibility`,
    part: (page) => page.locator('fieldset', { hasText: 'Who can see your profile' }).first(),
    maxHeight: 420,
  },
  report: {
    as: 'member',
    path: paths.memberProfile('demo-africa-asia-10'),
    async prepare(page) {
      await button(page, /^More options/).click()
      await page.getByRole('button', { name: 'Report', exact: true }).click()
    },
    part: dialog,
  },
  create: {
    as: 'organiser',
    path: `${paths.events}?create=1`,
    part: (page) => page.locator('fieldset', { hasText: 'Attendance' }).first(),
  },
  questions: {
    as: 'organiser',
    path: `${paths.events}?create=1`,
    async prepare(page) {
      await button(page, 'Add question').click()
      await page.getByLabel('Question 1', { exact: true }).fill('What do you eat?')
      await page.getByLabel('Kind of answer to question 1').selectOption({ label: 'One choice' })
      await page.getByLabel('Show the answer at check-in').check()
    },
    part: (page) => page.locator('fieldset', { hasText: 'Asked of everyone who is going.' }).first(),
  },
  roster: {
    as: 'organiser',
    path: `${paths.events}?list=mine`,
    prepare: openEvent('An evening at the workbench', '?manage=roster'),
    part: main,
    maxHeight: 760,
  },
  tables: {
    as: 'organiser',
    path: `${paths.events}?list=mine`,
    prepare: openEvent('Early breakfast', '?manage=tables'),
    part: main,
    maxHeight: 640,
  },
  round: {
    as: 'organiser',
    path: roundsPath,
    async prepare(page) {
      await page.getByRole('link', { name: /Meet someone new/ }).click()
      await page.getByRole('heading', { name: 'Groups' }).waitFor()
    },
    part: main,
    maxHeight: 640,
  },
  'lone-members': { as: 'organiser', path: lonePath(), part: main, maxHeight: 560 },
  'lead-chapter': { as: 'organiser', path: chapterAdminPath('lisbon'), part: main, maxHeight: 760 },
  'check-in': {
    as: 'organiser',
    path: `${paths.events}?list=mine`,
    prepare: openEvent('Open hour', '?manage=check-in'),
    part: main,
    maxHeight: 560,
  },
  complete: {
    as: 'organiser',
    path: `${paths.events}?list=mine`,
    prepare: openEvent('Breakfast on second sites'),
    part: card('This event has ended'),
  },
  joining: { as: 'admin', path: `${paths.admin}?section=joining`, part: (page) => page.locator('main form') },
  'chapter-form': {
    as: 'admin',
    path: adminPath('chapters', { edit: 'lisbon' }),
    part: panel,
    maxHeight: 670,
  },
  invite: {
    as: 'admin',
    path: `${paths.admin}?section=invitations&invite=1`,
    part: panel,
  },
  'prestige-dispute': {
    as: 'admin',
    path: `${paths.admin}?section=prestige`,
    prepare: (page) => button(page, /^Decide/).click(),
    part: dialog,
  },
  settings: {
    as: 'admin',
    path: `${paths.admin}?section=settings`,
    part: panel,
  },
}

const browser = await launchBrowser()
try {
  const taken: Record<string, Awaited<ReturnType<typeof take>>> = {}
  for (const role of ['member', 'organiser', 'admin'] as const) {
    const page = await signIn(role)
    for (const [name, picture] of Object.entries(PICTURES)) {
      if (picture.as === role) taken[`${name}.webp`] = await take(page, picture)
    }
    await page.context().close()
  }
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER)
  for (const [file, { content }] of Object.entries(taken)) await writeFile(join(FOLDER, file), content)
  const records = Object.entries(taken)
    .map(([file, { record }]) => [file, record] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  await writeFile(
    join(GUIDE, 'pictures.json'),
    `${JSON.stringify(Object.fromEntries(records), undefined, 2)}\n`,
  )
} finally {
  await browser.close()
}

async function signIn(role: Picture['as']) {
  const context = await newContext(browser, {
    viewport: VIEWPORT,
    deviceScaleFactor: SCALE,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.goto(origin + paths.login)
  await page.getByLabel('Email', { exact: true }).fill(`${role}@guildhall.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`**${paths.dashboard}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function open(page: Page, path: string) {
  await page.goto(origin + path, { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function take(page: Page, { path, prepare, part, maxHeight = 900 }: Picture) {
  await open(page, path)
  await prepare?.(page)
  const shown = part(page)
  await shown.waitFor()
  // Photos and the content below a heading arrive after it.
  await page.waitForTimeout(1_500)
  const box = await boxOf(shown, maxHeight, part === dialog ? 0 : MARGIN)
  const png = await page.screenshot({ clip: box, fullPage: true, animations: 'disabled' })
  const labels = (await textsWithin(shown, box.y + box.height)).filter(isLabel)
  return {
    content: Buffer.from(await webPOf(page, png), 'base64'),
    record: {
      width: Math.round(box.width),
      height: Math.round(box.height),
      labels: [...new Set(labels)].toSorted(),
    },
  }
}

async function boxOf(part: Locator, maxHeight: number, margin: number) {
  await part.scrollIntoViewIfNeeded()
  const box = await part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + scrollX, y: y + scrollY, width, height }
  })
  const x = Math.max(0, box.x - margin)
  return {
    x,
    y: box.y - margin,
    width: Math.min(VIEWPORT.width - x, box.width + 2 * margin),
    height: Math.min(box.height, maxHeight) + 2 * margin,
  }
}

/** Texts of the part down to a height on the page, as they are written in the sources. */
function textsWithin(part: Locator, bottom: number) {
  return part.evaluate((element, limit) => {
    const texts: string[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      const { top, height } = parent?.getBoundingClientRect() ?? { top: 0, height: 0 }
      const text = walker.currentNode.nodeValue?.replaceAll(/\s+/g, ' ').trim() ?? ''
      if (text.length > 2 && height > 1 && top + scrollY < limit) texts.push(text)
    }
    return texts
  }, bottom)
}

/** Encodes in the browser, which has an encoder. */
async function webPOf(page: Page, png: Buffer) {
  const encoder = await page.context().newPage()
  const base64 = await encoder.evaluate(
    async ({ source, quality }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? ''
    },
    { source: png.toString('base64'), quality: QUALITY },
  )
  await encoder.close()
  return base64
}
