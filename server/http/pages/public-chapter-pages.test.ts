import { afterAll, beforeAll, expect, test } from 'vitest'

import { chapterSlugs } from '#server/modules/chapters/chapters/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chapterDocument, putChapter } from '#server/testing/fixtures/chapters.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { buildClient, CLIENT } from '#server/tools/client-build.ts'

/** Chapters without a page for visitors. */
const UNSEEN = {
  members: chapterDocument('members'),
  hidden: chapterDocument('hidden', { listing: 'hidden', cover: 'd'.repeat(64) }),
  closed: chapterDocument('closed', { listing: 'public', state: 'closed' }),
}

const COVER = 'c'.repeat(64)

let running: TestApp
beforeAll(async () => {
  await buildClient(['en'])
  running = await startTestApp({ clientFolder: CLIENT, liftRateLimits: true })
  await running.store.transact(async (tx) => {
    const about = 'Lunch on Fridays.\n\n<script>alert(1)</script>'
    putChapter(tx, chapterDocument('berlin', { listing: 'public', place: 'Berlin', about, cover: COVER }))
    tx.put(chapterSlugs, { id: 'old-berlin', chapter: 'berlin' })
    putChapter(tx, chapterDocument('bare', { listing: 'public' }))
    for (const chapter of Object.values(UNSEEN)) putChapter(tx, chapter)
    const add = (id: string, more: object) =>
      putSeated(tx, eventDocument(id, { title: `Title ${id}`, ...more }), [])
    add('open', { chapterId: 'berlin', visibility: 'public' })
    add('hosted', { chapterId: 'members', cohosts: ['berlin'], visibility: 'public' })
    add('of-members', { chapterId: 'berlin', visibility: 'members' })
    add('of-chapter', { chapterId: 'berlin', visibility: 'chapter' })
    add('of-hidden', { chapterId: 'hidden', cohosts: ['berlin'], visibility: 'public' })
    add('elsewhere', { visibility: 'public' })
  })
  await running.services.chapters.start()
}, 120_000)
afterAll(() => running.close())

const get = (url: string, headers = {}) => running.visitor('GET', url, { headers })
const feed = (url: string) => get(url, { 'sec-fetch-site': undefined })

test.each(['berlin', 'old-berlin'])(
  'visitors see a public chapter with its public events: %s',
  async (slug) => {
    const { statusCode, body } = await get(`/?chapter=${slug}`)
    expect(statusCode).toBe(200)
    const view = body.slice(body.indexOf('<div id="root" data-still'))
    expect(view).toContain('<h1')
    expect(view).toContain('Chapter berlin')
    expect(view).toContain('Lunch on Fridays.')
    expect(view).not.toContain('<script>alert')
    expect(view).toContain('href="/onboarding"')
    expect(body).toContain('<title>Chapter berlin · ')
    expect(body).toContain('/?chapter=berlin"')
    const shown = [...body.matchAll(/href="\/event\/([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(shown)).toEqual(new Set(['hosted', 'open']))
  },
)

test('the link preview of a public chapter has its picture, and that of one without a picture the icon', async () => {
  const imageAt = async (url: string) =>
    /property="og:image" content="([^"]*)"/.exec((await get(url)).body)?.[1]
  const picture = `https://guildhall.test/images/${COVER}`
  expect(await imageAt('/?chapter=berlin')).toBe(picture)
  expect(await imageAt('/?chapter=old-berlin')).toBe(picture)
  expect(await imageAt('/?chapter=bare')).toBe('https://guildhall.test/icon-512.png')
})

test('pages of chapters that are not public are those of an unknown address, byte for byte', async () => {
  const urls = [...Object.keys(UNSEEN), 'unknown', '', '__proto__', 'berlin&chapter=berlin'].map(
    (slug) => `/?chapter=${slug}`,
  )
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answers = await Promise.all(
      [...urls, '/no-such-page'].map(async (url) => {
        const { statusCode, headers, rawPayload } = await get(url, { 'accept-encoding': encoding })
        const { date: _, ...rest } = headers
        return JSON.stringify([statusCode, rest, rawPayload.toString('hex')])
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]!.startsWith('[404,')).toBe(true)
  }
})

test('the landing stays as it is beside pages of chapters', async () => {
  const { statusCode, body } = await get('/')
  expect(statusCode).toBe(200)
  expect(body).not.toContain('Lunch on Fridays.')
  expect(body).toContain('Title elsewhere')
})

test.each(['/events.ics', '/events.atom'])(
  'programs read the public events of a public chapter, also by its former address: %s',
  async (path) => {
    for (const slug of ['berlin', 'old-berlin']) {
      const { statusCode, body } = await feed(`${path}?chapter=${slug}&from=reader`)
      expect(statusCode).toBe(200)
      const text = body.replaceAll('\r\n ', '')
      expect(text).toContain('Chapter berlin')
      expect(
        text
          .match(/\/event\/[a-z-]+/g)
          ?.toSorted()
          .filter(isFirst),
      ).toEqual(['/event/hosted', '/event/open'])
    }
  },
)

test.each(['/events.ics', '/events.atom'])(
  'feeds of chapters that are not public are those of an unknown one: %s',
  async (path) => {
    const slugs = [
      ...Object.keys(UNSEEN),
      'unknown',
      '',
      '__proto__',
      'berlin&chapter=berlin',
      'x'.repeat(500),
    ]
    const answers = await Promise.all(slugs.map((slug) => feed(`${path}?chapter=${slug}`)))
    const shown = answers.map(({ statusCode, json }) => {
      const { requestId: _, shortCode: __, ...rest } = json<Record<string, unknown>>()
      return JSON.stringify([statusCode, rest])
    })
    expect(new Set(shown).size).toBe(1)
    expect(answers[0]!.statusCode).toBe(404)
  },
)

test('the page of a public chapter links to its feeds', async () => {
  const { body } = await get('/?chapter=old-berlin')
  expect(body).toContain('href="https://guildhall.test/events.ics?chapter=berlin"')
  expect(body).toContain('events.atom?chapter=berlin')
})

const isFirst = (text: string, at: number, all: readonly string[]) => all.indexOf(text) === at
