import { expect, onTestFinished, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { type Person, startChapterFixture } from '#server/testing/fixtures/chapter-fixture.ts'
import { chapterDocument } from '#server/testing/fixtures/chapters.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'

test('leaving a chapter changes no connection, meeting or prestige, of the member or of anyone else', async () => {
  const fixture = await startChapterFixture()
  onTestFinished(() => fixture.close())
  const { ada, grace, store } = fixture
  const lead = await fixture.member()
  await fixture.putChapters(chapterDocument('berlin'), chapterDocument('bonn'))
  for (const person of [ada, grace]) await fixture.putAtHome('berlin', person)
  await fixture.putAtHome('berlin', lead, 'lead')
  for (const [from, to] of [
    [ada, grace],
    [grace, ada],
  ] as const)
    await from.call('POST', '/api/connections', { body: { memberId: to.uid, note: '' } })
  const people = [ada.uid, grace.uid]
  const at = new Date(fixture.clock()).toISOString()
  await store.transact(async (tx) => {
    tx.put(meetings, meetingDocument('held', people, { state: 'held' }))
    tx.put(meetings, meetingDocument('coming', people))
    const earned = { kind: 'referral', source: 'meeting:held', at, subject: 'Printers' } as const
    await fixture.services.prestige.awards.award(tx, {
      ...earned,
      member: ada.uid,
      confirmedBy: [grace.uid],
    })
  })

  const documents = async () => {
    const found = await Promise.all(
      collections.map(async (collection) => [collection.name, await allOf(store, collection, {})] as const),
    )
    return new Map(found)
  }
  const seenBy = async (person: Person, other: Person) =>
    Promise.all(
      [
        `/api/members/${other.uid}`,
        `/api/connections/with/${other.uid}`,
        '/api/meetings',
        '/api/prestige',
      ].map(async (url) => {
        const answer = await person.call('GET', url)
        return { url, status: answer.statusCode, body: answer.json<unknown>() }
      }),
    )
  fixture.advance(MINUTE)
  await fixture.services.prestige.summaries.calculateDue()
  await fixture.services.notifications.notifications.idle()
  const before = await documents()
  const seen = [await seenBy(ada, grace), await seenBy(grace, ada)]
  expect(before.get('connections')).toHaveLength(1)
  expect(before.get('meetings')).toHaveLength(2)

  expect((await ada.call('DELETE', '/api/chapters/berlin/membership')).statusCode).toBe(204)
  expect((await lead.call('DELETE', `/api/chapters/berlin/people/${grace.uid}`)).statusCode).toBe(204)

  const after = await documents()
  const changed = [...before.keys()].filter(
    (name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)),
  )
  expect(changed.toSorted()).toEqual(['audit-entries', 'chapter-memberships', 'members'])
  expect([await seenBy(ada, grace), await seenBy(grace, ada)]).toEqual(seen)
})
