import { beforeAll, describe, expect, test, vi } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { pageFile, screens } from '#shared/lib/screens.ts'
import { loadRenderer } from '#server/http/pages/renderer.ts'
import { CLIENT_SETTINGS } from '#server/testing/fixtures/client-settings.ts'
import { buildClient, CLIENT } from '#server/tools/client-build.ts'

import { brotliKilobytes, readBundle } from './bundle.ts'

const FIREBASE = /node_modules\/@?firebase\//
const QUERY_CACHE = /node_modules\/@tanstack\//
const TYPEBOX = /node_modules\/typebox\//

/** Code that a community with one chapter does not need. Of the landing, the server renders it. */
const CHAPTERS =
  /\/(modules\/(\w+\/)?chapters\/|shared\/chapters\/rights\.|(Chapter\w*|chapter-choices)\.tsx?$)/

// Compressing a hundred files at the highest level takes seconds.
vi.setConfig({ testTimeout: 60_000 })

const SCREENS = screens('product')

let bundle: Awaited<ReturnType<typeof readBundle>>

beforeAll(async () => {
  await buildClient(['en'])
  bundle = await readBundle()
}, 60_000)

/** The files that the page of a screen names: all that it needs until it shows its data. */
const filesOfScreen = (path: string) =>
  bundle.filesNamedBy(pageFile(SCREENS.find((screen) => screen.path === path)!))
const scriptsOf = async (pattern: string) =>
  (await filesOfScreen(pattern)).filter((file) => file.endsWith('js'))

/** Files until the browser is idle. */
const landing = async (kind: 'js' | 'css') =>
  (await bundle.filesNamedBy('landing.html')).filter((file) => file.endsWith(kind))

/**
 * Includes the app, which loads on the first interaction. The identity provider's SDK loads after it, for people
 * whom the browser knows.
 */
const landingWithApp = async () => {
  const app = bundle.filesOf(['index', 'Landing'], 'js')
  return [...new Set([...(await landing('js')), ...app])]
}

describe('the landing', () => {
  test('every class of the first view is in a stylesheet that the page names', async () => {
    const renderer = (await loadRenderer(CLIENT))!
    for (const path of SCREENS.filter((screen) => screen.isRendered).map((screen) => screen.path)) {
      const files = (await filesOfScreen(path)).filter((file) => file.endsWith('css'))
      const styles = (await Promise.all(files.map((file) => bundle.read(file)))).join('')
      const { html } = await renderer.renderScreen(path, { settings: CLIENT_SETTINGS })
      // The content security policy lets no style attribute of a page take effect.
      expect(html).not.toContain(' style=')
      const classes = [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names]) => names!.split(' '))
      expect(classes).not.toEqual([])
      // The router marks the link to the present screen, which no stylesheet names.
      const own = new Set(classes.filter((name) => name !== 'active'))
      expect([...own].filter((name) => !styles.includes(`.${name}`))).toEqual([])
    }
  })

  test('the landing page needs at most 2.7 KB of script to be read and used', async () => {
    expect(await brotliKilobytes(await landing('js'))).toBeLessThanOrEqual(2.7)
  })

  test('the landing page loads at most 114 KB of script in all, including its app', async () => {
    expect(await brotliKilobytes(await landingWithApp())).toBeLessThanOrEqual(114)
  })

  test('the landing page needs at most 12 KB of styles', async () => {
    expect(await brotliKilobytes(await landing('css'))).toBeLessThanOrEqual(12)
  })

  test.each([
    ['Firebase', FIREBASE],
    ['the data cache', QUERY_CACHE],
  ])('the landing page does not load %s', async (_, name) => {
    const chunks = await bundle.chunksWith(name)
    const files = await landingWithApp()
    expect(files.filter((file) => chunks.includes(file))).toEqual([])
  })
})

test('the script of every screen, libraries and frame, is at most 105.75 KB', async () => {
  expect(await brotliKilobytes(bundle.filesOf(['index'], 'js'))).toBeLessThanOrEqual(105.75)
})

test('creating an account needs at most 137.5 KB of script, and nothing of the profile’s fields', async () => {
  const files = await scriptsOf(paths.onboarding)
  expect(await brotliKilobytes(files)).toBeLessThanOrEqual(137.5)
  // The query and the change of one's own profile are a few lines.
  const fields = await bundle.chunksWith(
    /\/(modules\/people\/members\/(?!(change-)?own-profile\.)|ui\/picture\/)/,
  )
  expect(fields).not.toEqual([])
  expect(files.filter((file) => fields.includes(file))).toEqual([])
})

test('no browser script contains the schema library, and the search for it finds other libraries', async () => {
  expect(await bundle.chunksWith(TYPEBOX)).toEqual([])
  expect(await bundle.chunksWith(QUERY_CACHE)).not.toEqual([])
  expect(await bundle.chunksWith(FIREBASE)).not.toEqual([])
})

test.each([
  ['the Markdown parser', /node_modules\/(mdast-util|micromark)/, 26],
  ['the QR encoder', /node_modules\/qr\/index/, 6],
  ['the QR decoder', /node_modules\/qr\/decode/, 13],
  ['Temporal', /node_modules\/temporal-polyfill\//, 26],
])('%s is loaded on demand, and is small', async (_, name, most) => {
  const chunks = await bundle.chunksWith(name)
  const first = await scriptsOf('/event/:eventId')
  expect(chunks).not.toEqual([])
  expect(chunks.filter((file) => first.includes(file))).toEqual([])
  expect(await brotliKilobytes(chunks)).toBeLessThanOrEqual(most)
})

test('Firebase takes at most 26.25 KB', async () => {
  expect(await brotliKilobytes(await bundle.chunksWith(FIREBASE))).toBeLessThanOrEqual(26.25)
})

test('the first signed-in screen needs at most 183 KB of script in total', async () => {
  const files = [...(await scriptsOf(paths.dashboard)), ...(await bundle.chunksWith(FIREBASE))]
  expect(await brotliKilobytes(files)).toBeLessThanOrEqual(183)
})

test.each(SCREENS.map(({ path }) => path).filter((path) => path !== paths.admin))(
  '%s needs at most 14 files, of 185 KB',
  async (pattern) => {
    const files = await filesOfScreen(pattern)
    expect(files.length).toBeLessThanOrEqual(14)
    expect(await brotliKilobytes(files)).toBeLessThanOrEqual(185)
  },
)

test('with one chapter, members’ screens load no code of chapters', async () => {
  const files = await bundle.chunksWith(CHAPTERS)
  const alone = await bundle.chunksWith(CHAPTERS, true)
  expect(alone.length).toBeGreaterThan(10)
  // Admins have settings of chapters from the start.
  const mixed = files.filter((file) => !alone.includes(file))
  expect(mixed).toEqual([expect.stringMatching(/^assets\/Settings-/)])
  // Others load them only where they ask for them.
  expect(bundle.importersOf(files).filter((file) => !alone.includes(file))).toEqual([])
  for (const { path } of SCREENS)
    expect((await filesOfScreen(path)).filter((file) => files.includes(file))).toEqual([])
})

test('the public page of prestige needs at most 159.5 KB of script, and nothing of screens of admins', async () => {
  const files = await scriptsOf(paths.prestige('product'))
  expect(await brotliKilobytes(files)).toBeLessThanOrEqual(159.5)
  const admin = await bundle.chunksWith(/\/app\/routes\/Admin\./)
  expect(files.filter((file) => admin.includes(file))).toEqual([])
})
