import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import type { ClientErrorBatch, ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, newOrganiser } from '#client/e2e/events.ts'
import { newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

/** Milliseconds after which a page that waits for its scripts must have said so. */
const START_TIMEOUT = 10_000
/** Playback rate of the animation that shows the message. */
const FASTER = 100
const LATE = 'This is taking longer than usual. Check your connection or reload the page.'
const ERROR_SCREEN = /^(Oops! )?Something went wrong$/

type StorageState = BrowserContextOptions['storageState']

let eventPath: string
let member: StorageState
beforeAll(async () => {
  const organiser = await newOrganiser(product)
  const event = { title: 'An open evening', visibility: 'public', startsAt: hoursFromNow(1) } as const
  eventPath = paths.event(await newEvent(organiser, event))
  const { page } = await newMember(product, 'Ada Lovelace')
  await page.goto(paths.dashboard)
  await page.getByRole('heading', { level: 1 }).waitFor()
  member = await page.context().storageState()
})

interface PageKind {
  path: () => string
  isSignedIn?: boolean
}
const SIGN_IN: PageKind = { path: () => paths.login }
const INVITATION: PageKind = { path: () => eventPath }
const BLANK: PageKind = { path: () => paths.resetPassword }
const DASHBOARD: PageKind = { path: () => paths.dashboard, isSignedIn: true }
const LANDING: PageKind = { path: () => paths.landing }
const ABOUT: PageKind = { path: () => paths.about }
const PRESTIGE: PageKind = { path: () => paths.prestige('guildhall') }

const BROKEN = {
  missing: (route: Route) => route.fulfill({ status: 404 }),
  async throwing(route: Route) {
    const response = await route.fetch()
    await route.fulfill({ response, body: `throw new Error('Broken on purpose');${await response.text()}` })
  },
  hanging: () => {},
}
type Failure = keyof typeof BROKEN
const FAILURES = Object.keys(BROKEN) as Failure[]

const ENTRY_OF: Record<Failure, object> = {
  missing: {
    // Browsers name the script that imports the missing one.
    message: expect.stringMatching(/\/assets\/[\w-]+\.js$/) as string,
    metadata: { tag: 'stale chunk' },
  },
  throwing: { message: 'Broken on purpose' },
  hanging: { type: 'boot', message: 'Did not start' },
}

/** The scripts that the page names, and those of its app. */
async function scriptsOf({ path, isSignedIn }: PageKind) {
  const page = await newPage(isSignedIn)
  const html = await (await page.request.get(path())).text()
  await page.context().close()
  return [...new Set([...html.matchAll(/\/assets\/[\w-]+\.js/g)].map(([script]) => script))]
}

/** Scripts that the app needs before it knows its screen. */
const isFrame = (script: string) => /\/(index|libraries)-/.test(script)
/** Once the app has started, it handles the failures of further scripts alike: each is tried on one page. */
const triedScripts = new Set<string>()
const isBoot = (script: string) => script.startsWith('/assets/boot-')

const newPage = (isSignedIn = false) => product.newColdBrowser(isSignedIn ? { storageState: member! } : {})

async function openBroken({ path, isSignedIn }: PageKind, script: string, failure: Failure) {
  const page = await newPage(isSignedIn)
  const sent: ClientErrorEntry[] = []
  await page.route('**/api/client-errors', (route) => {
    const { entries } = route.request().postDataJSON() as ClientErrorBatch
    sent.push(...entries)
    return route.fulfill({ json: { accepted: entries.length, duplicate: 0, rejected: [] } })
  })
  await page.route(`**${script}`, BROKEN[failure])
  await page.clock.install()
  await page.goto(path(), { waitUntil: 'commit' })
  // A page that waits for a hanging script does not load, but its content and its styles are there.
  await page.waitForFunction(
    () =>
      document.readyState !== 'loading' &&
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
  )
  return {
    page,
    /** Entries that the page has sent or is about to send. */
    async reports() {
      const waiting = await page.evaluate(() =>
        Object.keys(localStorage)
          .filter((key) => key.startsWith('errorOutbox:'))
          .map((key) => JSON.parse(localStorage.getItem(key)!) as ClientErrorEntry),
      )
      return [...new Map([...sent, ...waiting].map((entry) => [entry.id, entry])).values()]
    },
  }
}

test.for([
  ['the sign-in screen', SIGN_IN],
  ['the invitation of a public event', INVITATION],
  ['a page without prerendered content', BLANK],
  ['the dashboard', DASHBOARD],
] as const)('%s shows and reports within seconds that a script keeps it from starting', async ([, kind]) => {
  const scripts = (await scriptsOf(kind)).filter((script) => !isBoot(script))
  expect(scripts.length).toBeGreaterThan(2)
  const frame = scripts.filter(isFrame)
  const others = scripts.filter((script) => !isFrame(script) && !triedScripts.has(script))
  for (const script of others) triedScripts.add(script)
  for (const failure of FAILURES) {
    const broken = failure === 'missing' ? [...frame, ...others] : frame
    await Promise.all(
      broken.map(async (script) => {
        const { page, reports } = await openBroken(kind, script, failure)
        if (failure === 'hanging') {
          await page.clock.runFor(START_TIMEOUT)
          await showLate(page)
        } else await page.getByRole('heading', { name: ERROR_SCREEN }).waitFor()
        await expect.poll(reports, { message: `${script} ${failure}` }).toMatchObject([ENTRY_OF[failure]])
        await page.context().close()
      }),
    )
  }
})

test.for([
  ['the about page', ABOUT],
  ['the page of prestige', PRESTIGE],
  ['the landing page', LANDING],
] as const)('%s can still be read if its app does not start, and reports it once', async ([, kind]) => {
  const scripts = (await scriptsOf(kind)).filter(isFrame)
  expect(scripts).not.toEqual([])
  for (const failure of FAILURES) {
    await Promise.all(
      scripts.map(async (script) => {
        const { page, reports } = await openBroken(kind, script, failure)
        const text = await page.getByRole('main').innerText()
        // Starts the app of the landing.
        await page.keyboard.press('Tab')
        if (failure === 'hanging') await page.clock.runFor(START_TIMEOUT)
        await expect.poll(reports, { message: `${script} ${failure}` }).toMatchObject([ENTRY_OF[failure]])
        expect(await page.getByRole('main').innerText()).toBe(text)
        await page.context().close()
      }),
    )
  }
})

test.for([
  ['the sign-in screen', SIGN_IN],
  ['the invitation of a public event', INVITATION],
  ['a page without prerendered content', BLANK],
  ['the dashboard', DASHBOARD],
  ['the about page', ABOUT],
  ['the page of prestige', PRESTIGE],
] as const)('%s starts without the script in its head, and reports that once', async ([, kind]) => {
  const [boot = ''] = (await scriptsOf(kind)).filter(isBoot)
  await Promise.all(
    (['missing', 'throwing'] as const).map(async (failure) => {
      const { page, reports } = await openBroken(kind, boot, failure)
      await isStarted(page)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect
        .poll(reports, { message: failure })
        .toMatchObject([{ type: 'boot', message: 'boot.ts did not run' }])
      await page.context().close()
    }),
  )
})

test('a page that was reported as slow works once its scripts have loaded', async () => {
  const page = await newPage()
  let letScriptsLoad = () => {}
  const mayLoad = new Promise<void>((resolve) => (letScriptsLoad = resolve))
  await page.route('**/assets/sign-in-*.js', (route) => mayLoad.then(() => route.continue()))
  await page.goto(paths.login, { waitUntil: 'commit' })
  await showLate(page)
  await page.getByRole('link', { name: 'Reload Page' }).waitFor()
  await expectAccessibleInEveryViewport(page)
  letScriptsLoad()
  await isStarted(page)
  await page.getByLabel('Email').fill('ada@example.com')
  expect(await page.getByText(LATE).isVisible()).toBe(false)
})

test.for([
  [paths.login, SIGN_IN],
  [paths.dashboard, DASHBOARD],
] as const)('a missing setting of the identity provider is shown and reported at %s', async ([, kind]) => {
  const page = await newPage(kind.isSignedIn)
  const message = 'Missing required env: FIREBASE_API_KEY'
  const reported = page.waitForRequest(
    (request) =>
      request.url().endsWith('/api/client-errors') && request.postData()?.includes(message) === true,
  )
  await page.route(kind.path(), async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/"FIREBASE_API_KEY":"[^"]*"/, '"FIREBASE_API_KEY":""')
    await route.fulfill({ response, body })
  })
  await page.goto(kind.path())
  await page.getByRole('heading', { name: 'Oops! Something went wrong' }).waitFor()
  await page.getByRole('button', { name: 'Copy details' }).click()
  await page.getByText(message).waitFor()
  expect((await reported).postDataJSON()).toMatchObject({ entries: [{ type: 'boot', message }] })
})

const isStarted = (page: Page) =>
  page.locator('#root:not([data-still]) [aria-label="Messages"]').waitFor({ state: 'attached' })

async function showLate(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: FASTER })
  await page.getByText(LATE).waitFor()
}
