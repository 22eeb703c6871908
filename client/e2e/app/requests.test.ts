import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { SECOND } from '#shared/lib/durations.ts'
import { paths } from '#shared/lib/paths.ts'
import { newEvent, newOrganiser } from '#client/e2e/events.ts'
import { newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

// Other tests would add events and pictures to the lists.
const product = runProduct({ ownServer: true })

/** Milliseconds without a request after which a screen has loaded all that it shows and prepares. */
const QUIET = 2_000

type Person = 'visitor' | 'member' | 'admin'
interface Budget {
  calls: number
  all: number
  /** Replaces `QUIET`. */
  quiet?: number
}
/** The next visit has the same budget: files come from the browser's cache, and are counted. */
type Row = readonly [screen: string, person: Person, path: () => string, budget: Budget]

const stored: Partial<Record<Person, BrowserContextOptions['storageState']>> = {}
let event: string
let other: string

/** The browser's data after a first visit, but not its cache. */
async function storedBy(page: Page) {
  await page.goto(paths.dashboard)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page.context().storageState()
}

beforeAll(async () => {
  const organiser = await newOrganiser(product)
  event = await newEvent(organiser)
  other = (await newMember(product, 'Grace Hopper')).id
  stored.admin = await storedBy(organiser)
  stored.member = await storedBy((await newMember(product, 'Ada Álvarez')).page)
})

/** @returns requests until the page is quiet, by method and address */
async function requestsOf(page: Page, load: () => Promise<unknown>, quiet: number) {
  const requests: string[] = []
  let latest = Date.now()
  const note = (request: Request) => {
    // Others are made by the page itself.
    if (!request.url().startsWith('http')) return
    latest = Date.now()
    requests.push(`${request.method()} ${request.url().replace(product.origin, '')}`)
  }
  page.on('request', note)
  await load()
  await page.getByRole('heading', { level: 1 }).waitFor()
  while (Date.now() - latest < quiet) await wait(100)
  page.off('request', note)
  return requests
}

/** A live view is also read again when its screen has mounted (`loadedAnew`). */
const REPEATED = ['GET /api/meetings']

const isCall = (request: string) => request.includes(' /api/')

// Most of the time passes in waiting for requests that never come: the screens of a group wait together.
test.for<readonly [group: string, rows: readonly Row[]]>([
  [
    'the public screens',
    [
      ['the landing page', 'visitor', () => paths.landing, { calls: 0, all: 5 }],
      ['the sign-in screen', 'visitor', () => paths.login, { calls: 0, all: 12 }],
    ],
  ],
  [
    'the dashboard and the lists of a member',
    [
      ['the dashboard', 'member', () => paths.dashboard, { calls: 6, all: 28, quiet: 8 * SECOND }],
      ['the list of events', 'member', () => paths.events, { calls: 6, all: 29 }],
      ['the list of connections', 'member', () => paths.connectionsTab('connections'), { calls: 7, all: 29 }],
      ['the list of meetings', 'member', () => paths.growthMeetings, { calls: 9, all: 31 }],
    ],
  ],
  [
    'an event, a profile and the directory',
    [
      ['an event', 'member', () => paths.event(event), { calls: 6, all: 32 }],
      ['a profile', 'member', () => paths.memberProfile(other), { calls: 6, all: 28 }],
      ['the directory', 'member', () => `${paths.connections}?tab=directory`, { calls: 8, all: 35 }],
    ],
  ],
  [
    'the screens of an admin',
    [
      ['the form for an event', 'admin', () => `${paths.events}?create=1`, { calls: 5, all: 45 }],
      ['the overview for admins', 'admin', () => paths.admin, { calls: 6, all: 37 }],
    ],
  ],
])(
  '%s request nothing twice, and stay within their budgets at the first and the next visit',
  async ([, rows]) => {
    await Promise.all(rows.map(expectWithinBudget))
  },
)

async function expectWithinBudget([screen, person, path, { calls, all, quiet = QUIET }]: Row) {
  const page = await product.newColdBrowser({ storageState: stored[person] })
  const visits = [
    await requestsOf(page, () => page.goto(product.origin + path()), quiet),
    await requestsOf(page, () => page.reload(), QUIET),
  ]
  for (const requests of visits) {
    const twice = requests.filter((each, index) => requests.indexOf(each) !== index)
    expect({
      screen,
      twice: twice.filter((each) => !REPEATED.includes(each)),
      callsBeyond: requests.filter(isCall).slice(calls),
      beyond: requests.slice(all),
      // There are none.
      ofChapters: requests.filter((each) => each.includes('chapters')),
    }).toEqual({ screen, twice: [], callsBeyond: [], beyond: [], ofChapters: [] })
  }
}
