import { readFile } from 'node:fs/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { jpegSize } from '#server/testing/fixtures/jpeg.ts'
import { picture } from '#server/testing/fixtures/webp.ts'

import type { PreviewCard } from './drawing.ts'
import { drawableText, loadFonts } from './fonts.ts'
import { createPreviewRenderer, type PreviewRenderer } from './renderer.ts'

const CARD: PreviewCard = {
  host: 'Lisbon Chamber',
  title: 'An evening at the workbench',
  when: 'Thursday, 3 December 2026, 18:00–20:00, Lisbon time',
  place: 'The hall, Lisbon',
  day: '3',
  month: 'Dec',
  accent: '#1f5d4c',
}

let renderer: PreviewRenderer
beforeAll(() => {
  renderer = createPreviewRenderer()
})
afterAll(() => renderer.close())

const SIZE = { width: 1200, height: 630 }

test.for([
  ['a short title', 'Tea'],
  [
    'a title of 200 characters',
    'Wie man in drei Stunden einen Hocker baut und dabei Menschen kennenlernt '.repeat(3).slice(0, 200),
  ],
  ['a title of one endless word', 'a'.repeat(200)],
  ['a title with emoji', '🎉 New year 👩🏽‍💻 party 🇵🇹'],
  ['a title from right to left', 'ערב ליד שולחן העבודה'],
  ['a title in Arabic', 'أمسية في الورشة'],
  ['a title without a font', '作業台の夕べ'],
  ['no place', ''],
] as const)('a preview image shows %s', async ([, title]) => {
  const file = await renderer.draw({ card: { ...CARD, title, ...(!title && { place: '' }) } })
  expect(jpegSize(file)).toEqual(SIZE)
  expect(file.length).toBeLessThan(200_000)
})

test('a preview image of an event with a cover is the cover, as JPEG', async () => {
  const cover = await readFile('server/demo/community/covers/town.webp')
  const [withCover, without] = [
    await renderer.draw({ card: CARD, cover }),
    await renderer.draw({ card: CARD }),
  ]
  expect(jpegSize(withCover)).toEqual(SIZE)
  expect(withCover.equals(without)).toBe(false)
  expect(withCover.length).toBeLessThan(300_000)
})

test('a cover that cannot be decoded is replaced by the title and date', async () => {
  const drawn = await renderer.draw({ card: CARD, cover: picture(1, 1280, 720) })
  expect(drawn.equals(await renderer.draw({ card: CARD }))).toBe(true)
})

test('preview images beyond the limit are refused, and the others are drawn', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => renderer.draw({ card: { ...CARD, day: String(at) } })),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(2)
  expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'preview_unavailable' } })
})

test.for([
  ['Łukasz & Nguyễn: Żółw', 'Łukasz & Nguyễn: Żółw'],
  ['🎉 New year 👩🏽‍💻 party', 'New year party'],
  ['Вечер · Βράδυ', 'Вечер · Βράδυ'],
  ['שלום עולם', 'שלום עולם'],
  ['作業台 evening', ''],
] as const)('a preview image of %j shows the characters that its fonts contain: %j', ([text, drawable]) => {
  expect(drawableText(text, loadFonts())).toBe(drawable)
})
