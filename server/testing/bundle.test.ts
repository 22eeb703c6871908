import { beforeAll, describe, expect, test, vi } from 'vitest'

import { brotliKilobytes, readBundle } from './bundle.ts'
import { buildClient } from './client-build.ts'

const FIREBASE = /node_modules\/@?firebase\//
const BASE_UI = /node_modules\/@base-ui\//
const QUERY_CACHE = /node_modules\/@tanstack\//
const EVENT_SCREEN = 'app/Event.tsx'
const TYPEBOX = /node_modules\/typebox\//

// To compress a hundred files at the highest level takes seconds.
vi.setConfig({ testTimeout: 60_000 })

let bundle: Awaited<ReturnType<typeof readBundle>>

beforeAll(async () => {
  await buildClient()
  bundle = await readBundle()
}, 60_000)

/** Until the browser is idle. */
const landing = async (kind: 'js' | 'css') =>
  (await bundle.filesNamedBy('landing.html')).filter((file) => file.endsWith(kind))

/** With the app that comes at the first sign of use. The identity provider's SDK comes after it, for people whom the browser knows. */
const landingWithApp = async () => {
  const app = bundle.filesOf(['index.html', 'features/landing/LandingScreen.tsx'], 'js')
  return [...new Set([...(await landing('js')), ...app])]
}

describe('the landing', () => {
  test('needs at most 2 KB of script to be read and used', async () => {
    expect(await brotliKilobytes(await landing('js'))).toBeLessThanOrEqual(2)
  })

  test('loads at most 108 KB of script in all, its app included', async () => {
    expect(await brotliKilobytes(await landingWithApp())).toBeLessThanOrEqual(108)
  })

  test('needs at most 12 KB of styles', async () => {
    expect(await brotliKilobytes(await landing('css'))).toBeLessThanOrEqual(12)
  })

  test.each([
    ['Firebase', FIREBASE],
    ['Base UI', BASE_UI],
    ['the data cache', QUERY_CACHE],
  ])('loads nothing of %s', async (_, name) => {
    const chunks = await bundle.chunksWith(name)
    const files = await landingWithApp()
    expect(files.filter((file) => chunks.includes(file))).toEqual([])
  })
})

test('what every screen needs, libraries and frame, is at most 103 KB of script', async () => {
  expect(await brotliKilobytes(bundle.filesOf(['index.html'], 'js'))).toBeLessThanOrEqual(103)
})

test('creating an account needs at most 135 KB of script, and nothing of the profile’s fields', async () => {
  const files = bundle.filesOf(['index.html', 'app/PersonalLayout.tsx', 'app/Onboarding.tsx'], 'js')
  expect(await brotliKilobytes(files)).toBeLessThanOrEqual(135)
  const fields = await bundle.chunksWith(/\/(features\/profile|ui\/picture)\//)
  expect(fields).not.toEqual([])
  expect(files.filter((file) => fields.includes(file))).toEqual([])
})

test('browsers never get the schema library, but do get what the same search finds', async () => {
  expect(await bundle.chunksWith(TYPEBOX)).toEqual([])
  expect(await bundle.chunksWith(QUERY_CACHE)).not.toEqual([])
  expect(await bundle.chunksWith(FIREBASE)).not.toEqual([])
})

test.each([
  ['the Markdown parser', /node_modules\/(mdast-util|micromark)/, 26],
  ['the QR encoder', /node_modules\/qr\/index/, 6],
  ['the QR decoder', /node_modules\/qr\/decode/, 13],
  ['Temporal', /node_modules\/temporal-polyfill\//, 26],
])('%s comes when it is needed, and is small', async (_, name, most) => {
  const chunks = await bundle.chunksWith(name)
  const first = bundle.filesOf(['app/MemberLayout.tsx', EVENT_SCREEN], 'js')
  expect(chunks).not.toEqual([])
  expect(chunks.filter((file) => first.includes(file))).toEqual([])
  expect(await brotliKilobytes(chunks)).toBeLessThanOrEqual(most)
})

test('Firebase takes at most 26 KB', async () => {
  expect(await brotliKilobytes(await bundle.chunksWith(FIREBASE))).toBeLessThanOrEqual(26)
})

test('the first signed-in screen needs at most 190 KB of script, everything counted', async () => {
  const screen = bundle.filesOf(
    ['index.html', 'app/PersonalLayout.tsx', 'app/MemberLayout.tsx', 'app/Dashboard.tsx'],
    'js',
  )
  const named = (await bundle.filesNamedBy('index.html')).filter((file) => file.endsWith('js'))
  const files = new Set([...screen, ...named, ...(await bundle.chunksWith(FIREBASE))])
  expect(await brotliKilobytes([...files])).toBeLessThanOrEqual(190)
})
