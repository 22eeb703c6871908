import { afterAll, beforeAll, expect, test } from 'vitest'

import { ORIGIN } from '#server/testing/app.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'
import { picture } from '#server/testing/fixtures/webp.ts'

import { chapters } from './chapters/collection.ts'

let fixture: OrganiserFixture
let pictures = 0
beforeAll(async () => {
  fixture = await startOrganiserFixture({ liftRateLimits: true })
  await fixture.store.transact(async (tx) => {
    putChapter(tx, chapterDocument('first'))
    putChapter(tx, chapterDocument('berlin', { listing: 'hidden' }))
    const status = { kind: 'home', role: 'member', state: 'active' } as const
    putChapterMembership(tx, 'berlin', fixture.grace.uid, status)
  })
  await fixture.services.chapters.start()
})
afterAll(() => fixture.close())

async function upload({ call }: OrganiserFixture['ada']) {
  const body = picture((pictures += 1))
  const headers = { 'content-type': 'image/webp' }
  return (await call('POST', '/api/images?kind=cover', { body, headers })).json<{ id: string }>().id
}

async function save(more: { cover?: string | undefined; listing?: string }) {
  const { version, ...chapter } = (await fixture.store.get(chapters, 'berlin'))!
  const { id: _, createdAt: _at, stateSince: _since, ...body } = chapter
  return fixture.admin.call('PUT', '/api/admin/chapters/berlin', {
    body: { ...body, ...more },
    headers: { 'if-match': `"${version}"` },
  })
}

const statusFor = async ({ call }: Pick<OrganiserFixture['ada'], 'call'>, cover: string) =>
  (await call('GET', `/images/${cover}`)).statusCode

test('the picture of a chapter is refused to people who cannot see the chapter, even with its id', async () => {
  const { ada, grace, admin, app } = fixture
  const cover = await upload(admin)
  expect((await save({ cover })).statusCode).toBe(200)
  expect(await Promise.all([ada, grace, admin].map((person) => statusFor(person, cover)))).toEqual([
    404, 200, 200,
  ])
  const headers = { host: new URL(ORIGIN).host }
  const visit = async () => (await app.inject({ url: `/images/${cover}`, headers })).statusCode
  expect(await visit()).not.toBe(200)
  expect((await save({ listing: 'public' })).statusCode).toBe(200)
  expect([await statusFor(ada, cover), await visit()]).toEqual([200, 200])
})

test('a replaced picture is deleted, and nobody takes a picture that someone else uploaded', async () => {
  const { admin, ada } = fixture
  const [first, second] = [await upload(admin), await upload(admin)]
  await save({ cover: first })
  expect((await save({ cover: second })).statusCode).toBe(200)
  expect(await statusFor(admin, first)).toBe(404)
  expect((await save({ cover: await upload(ada) })).statusCode).toBe(400)
  expect((await save({ cover: '' })).statusCode).toBe(200)
  expect(await statusFor(admin, second)).toBe(404)
})

test('an edit without a picture removes it', async () => {
  const cover = await upload(fixture.admin)
  await save({ cover })
  const saved = await save({ cover: undefined })
  expect(saved.statusCode).toBe(200)
  expect(saved.json()).not.toHaveProperty('cover')
  expect(await statusFor(fixture.admin, cover)).toBe(404)
})
