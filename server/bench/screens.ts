import type { Flags, Result } from 'lighthouse'
import { chromium } from 'playwright-core'

import { paths } from '#shared/lib/paths.ts'

import { signIn, startDemo } from './demo.ts'
import { type Figure, launchChrome, runLighthouse } from './pages.ts'

/** The median of a few rounds counts: other load only adds, but Lighthouse's simulation varies both ways. */
const ROUNDS = 5
const PUBLIC_PAGES = {
  landing: paths.landing,
  'about us': paths.about,
  prestige: paths.prestige('guildhall'),
  'sign in': paths.login,
}
interface Conditions {
  /** Lowest score for performance. */
  performance: number
  /** Set to keep the session, without which a member's screen would be that of the sign-in. */
  clearStorageTypes?: NonNullable<Flags['clearStorageTypes']>
}

const VISITORS: Conditions = { performance: 100 }
const MEMBERS: Conditions = { performance: 95, clearStorageTypes: ['shader_cache'] }

/** Lighthouse's mobile scores of public pages and, signed in, of members' screens, with an empty cache. */
export async function screenFigures(): Promise<Figure[]> {
  const demo = await startDemo()
  const chrome = await launchChrome()
  try {
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(PUBLIC_PAGES))
      figures.push(...(await scores(name, demo.origin + path, chrome.port, VISITORS)))
    const eventId = await prepare(chrome.port, demo.origin)
    const screens = {
      dashboard: paths.dashboard,
      connections: paths.connections,
      events: paths.events,
      'an event': paths.event(eventId),
    }
    for (const [name, path] of Object.entries(screens))
      figures.push(...(await scores(name, demo.origin + path, chrome.port, MEMBERS)))
    return figures
  } finally {
    chrome.kill()
    await demo.stop()
  }
}

/** Signs in. @returns the id of the first event of the list */
async function prepare(port: number, origin: string) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no context.')
  await signIn(context, origin)
  const answer = await context.request.get(`${origin}/api/events`)
  const { items } = (await answer.json()) as { items: readonly { id: string }[] }
  await browser.close()
  if (!items[0]) throw new Error('The demo has no event.')
  return items[0].id
}

async function scores(
  name: string,
  url: string,
  port: number,
  { performance, ...flags }: Conditions,
): Promise<Figure[]> {
  const results: Result[] = []
  for (let round = 0; round < ROUNDS; round++) {
    results.push(
      await runLighthouse(url, {
        port,
        onlyCategories: ['performance', 'accessibility', 'best-practices'],
        ...flags,
        // The stream of notifications never ends.
        maxWaitForLoad: 10_000,
      }),
    )
  }
  const median = (id: string) =>
    results.map(({ categories }) => Math.round((categories[id]?.score ?? 0) * 100)).toSorted((a, b) => a - b)[
      Math.floor(ROUNDS / 2)
    ]!
  const figure = (id: string, limit: number): Figure => ({
    name: `${name}, Lighthouse ${id} (mobile)`,
    value: median(id),
    unit: '',
    bound: 'at least',
    limit,
  })
  return [figure('performance', performance), figure('accessibility', 100), figure('best-practices', 100)]
}
