import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OpenAskPage } from '#shared/people/asks.ts'
import type { DirectoryPage } from '#shared/people/directory.ts'
import type { SearchResults } from '#shared/search/schema.ts'
import { events } from '#server/modules/events/events/collection.ts'
import {
  chapterDocument,
  chapterMembershipDocument,
  membershipWriter,
  putChapter,
} from '#server/testing/fixtures/chapters.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'

type Person = OrganiserFixture['ada']

let fixture: OrganiserFixture
let [inBoth, inBerlin, inSecret, outside]: Person[] = []

beforeAll(async () => {
  fixture = await startOrganiserFixture({ liftRateLimits: true })
  ;[inBoth, inBerlin, inSecret, outside] = await Promise.all(
    ['Bo', 'Berta', 'Selma', 'Otto'].map(async (displayName) => {
      const person = await fixture.member()
      await fixture.changeMember(person.uid, {
        displayName,
        onboardedAt: inHours(-1),
        headline: `Boatbuilder ${displayName}`,
      })
      return person
    }),
  )
  await fixture.store.transact(async (tx) => {
    putChapter(tx, chapterDocument('berlin'))
    putChapter(tx, chapterDocument('secret', { listing: 'hidden' }))
    const home = { kind: 'home', role: 'member', state: 'active' } as const
    await membershipWriter.put(
      tx,
      chapterMembershipDocument('berlin', inBoth!.uid, home),
      chapterMembershipDocument('secret', inBoth!.uid, { ...home, kind: 'guest' }),
    )
    await membershipWriter.put(tx, chapterMembershipDocument('berlin', inBerlin!.uid, home))
    await membershipWriter.put(tx, chapterMembershipDocument('secret', inSecret!.uid, home))
    await membershipWriter.put(
      tx,
      chapterMembershipDocument('berlin', outside!.uid, { ...home, state: 'left' }),
    )
    await membershipWriter.put(
      tx,
      chapterMembershipDocument('berlin', fixture.grace.uid, { ...home, state: 'pending' }),
    )
  })
  await fixture.services.chapters.start()
})
afterAll(() => fixture.close())

const found = async ({ call }: Person, query: string) => {
  const { items, total } = (await call('GET', `/api/directory?${query}`)).json<DirectoryPage>()
  return [total, ...items.map(({ displayName }) => displayName).toSorted()]
}

test.each(['', '&q=boatbuilder', '&q=b'])(
  'the directory of a chapter has its active members%s',
  async (more) => {
    expect(await found(outside!, `chapter=berlin${more}`)).toEqual([2, 'Berta', 'Bo'])
  },
)

test('the scope of one’s own chapters has each member once', async () => {
  expect(await found(inBoth!, 'chapter=mine')).toEqual([3, 'Berta', 'Bo', 'Selma'])
  expect(await found(outside!, 'chapter=mine')).toEqual([0])
})

test('a hidden chapter’s directory is as empty as that of an unknown one', async () => {
  const [hidden, unknown] = await Promise.all(
    ['secret', randomUUID()].map((slug) => outside!.call('GET', `/api/directory?chapter=${slug}`)),
  )
  expect(hidden!.body).toBe(unknown!.body)
  expect(await found(inSecret!, 'chapter=secret')).toEqual([2, 'Bo', 'Selma'])
})

test('a blocked person is missing from the directory of a chapter, and from its total', async () => {
  await outside!.call('PUT', `/api/blocks/${inBerlin!.uid}`)
  expect(await found(outside!, 'chapter=berlin')).toEqual([1, 'Bo'])
  await outside!.call('DELETE', `/api/blocks/${inBerlin!.uid}`)
})

test('the search finds people and events of one’s own chapters, or of one that is seen', async () => {
  const startsAt = inHours(48)
  await fixture.store.transact(async (tx) => {
    for (const chapterId of ['berlin', 'secret'])
      tx.put(events, eventDocument(`of-${chapterId}`, { title: `Boatbuilder’s supper`, chapterId, startsAt }))
    tx.put(events, eventDocument('of-all', { title: 'Boatbuilder’s lunch', startsAt }))
  })
  const search = async ({ call }: Person, chapter: string) => {
    const results = (await call('GET', `/api/search?q=boatbuilder${chapter}`)).json<SearchResults>()
    const names = results.people.map(({ displayName }) => displayName)
    return [...names, ...results.events.map(({ id }) => id)].toSorted()
  }
  expect(await search(inBerlin!, '')).toEqual(['Berta', 'Bo', 'Otto', 'Selma', 'of-all', 'of-berlin'])
  expect(await search(inBerlin!, '&chapter=mine')).toEqual(['Berta', 'Bo', 'of-berlin'])
  expect(await search(inSecret!, '&chapter=secret')).toEqual(['Bo', 'Selma', 'of-secret'])
  for (const unseen of ['secret', 'unknown'])
    expect(await search(inBerlin!, `&chapter=${unseen}`)).toEqual([])
})

test('suggestions of a chapter are its members, and nobody of one that the viewer does not see', async () => {
  const at = inHours(24 * 30)
  const ask = { text: 'A boatbuilder', expiresAt: at }
  for (const { uid } of [inBoth!, inBerlin!, inSecret!, outside!])
    await fixture.changeMember(uid, {
      offers: [{ id: 'offer', text: 'Wooden boats for everyone', expiresAt: at }],
      asks: [{ id: 'ask', ...ask, text: 'Wooden boats for everyone' }],
    })
  const suggested = async ({ call }: Person, query: string) =>
    (await call('GET', `/api/suggestions${query}`))
      .json<{ items: { member: { displayName: string } }[] }>()
      .items.map(({ member }) => member.displayName)
      .toSorted()
  expect(await suggested(outside!, '')).toEqual(['Berta', 'Bo', 'Selma'])
  expect(await suggested(outside!, '?chapter=berlin')).toEqual(['Berta', 'Bo'])
  expect(await suggested(inBoth!, '?chapter=mine')).toEqual(['Berta', 'Selma'])
  for (const slug of ['secret', 'unknown']) expect(await suggested(outside!, `?chapter=${slug}`)).toEqual([])
})

test('the asks of a chapter are those of its active members, and of an unseen chapter none', async () => {
  const expiresAt = inHours(24)
  for (const { uid } of [inBoth!, inBerlin!, inSecret!, outside!])
    await fixture.changeMember(uid, { asks: [{ id: `ask of ${uid}`, text: uid, expiresAt }] })
  fixture.advance(1_000)
  const asked = async ({ call }: Person, chapter: string) =>
    (await call('GET', `/api/asks?chapter=${chapter}`))
      .json<OpenAskPage>()
      .items.map(({ text }) => text)
      .toSorted()
  const ofBerlin = [inBoth!.uid, inBerlin!.uid].toSorted()
  expect(await asked(outside!, 'berlin')).toEqual(ofBerlin)
  expect(await asked(inBerlin!, 'mine')).toEqual(ofBerlin)
  expect(await asked(inSecret!, 'secret')).toEqual([inBoth!.uid, inSecret!.uid].toSorted())
  for (const chapter of ['secret', 'unknown', 'mine']) expect(await asked(outside!, chapter)).toEqual([])
})
