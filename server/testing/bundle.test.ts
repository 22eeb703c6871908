import { beforeAll, describe, expect, test } from 'vitest'

import { brotliKilobytes, readBundle } from './bundle.ts'
import { buildClient } from './client-build.ts'

const FIREBASE = /node_modules\/@?firebase\//
const BASE_UI = /node_modules\/@base-ui\//
const TYPEBOX = /node_modules\/typebox\//

let bundle: Awaited<ReturnType<typeof readBundle>>

beforeAll(async () => {
  await buildClient()
  bundle = await readBundle()
}, 60_000)

/** Until the browser is idle; the app comes then, and the identity provider's SDK after it. */
const landing = async (kind: 'js' | 'css') =>
  (await bundle.filesNamedBy('landing.html')).filter((file) => file.endsWith(kind))

describe('the landing', () => {
  test('needs at most 96 KB of script', async () => {
    expect(await brotliKilobytes(await landing('js'))).toBeLessThanOrEqual(96)
  })

  test('needs at most 12 KB of styles', async () => {
    expect(await brotliKilobytes(await landing('css'))).toBeLessThanOrEqual(12)
  })

  test.each([
    ['Firebase', FIREBASE],
    ['Base UI', BASE_UI],
  ])('needs nothing of %s', async (_, name) => {
    const chunks = await bundle.chunksWith(name)
    const files = [...(await landing('js')), ...bundle.filesOf(['index.html'], 'js')]
    expect(files.filter((file) => chunks.includes(file))).toEqual([])
  })
})

test('what every screen needs, libraries and frame, is at most 108 KB of script', async () => {
  expect(await brotliKilobytes(bundle.filesOf(['index.html'], 'js'))).toBeLessThanOrEqual(108)
})

test('browsers never get the schema library, but do get what the same search finds', async () => {
  expect(await bundle.chunksWith(TYPEBOX)).toEqual([])
  expect(await bundle.chunksWith(FIREBASE)).not.toEqual([])
})

test('Firebase takes at most 26 KB', async () => {
  expect(await brotliKilobytes(await bundle.chunksWith(FIREBASE))).toBeLessThanOrEqual(26)
})

test('the first signed-in screen needs at most 190 KB of script, everything counted', async () => {
  const screen = bundle.filesOf(
    ['index.html', 'app/MemberLayout.tsx', 'features/dashboard/DashboardScreen.tsx'],
    'js',
  )
  const named = (await bundle.filesNamedBy('index.html')).filter((file) => file.endsWith('js'))
  const files = new Set([...screen, ...named, ...(await bundle.chunksWith(FIREBASE))])
  expect(await brotliKilobytes([...files])).toBeLessThanOrEqual(190)
})
