import { afterAll, expect, test } from 'vitest'

import type { MemberDocument } from '#server/modules/people/members/collection.ts'
import {
  createSuggestionFixture,
  type SuggestionFixture,
  topic,
} from '#server/testing/fixtures/suggestion-fixture.ts'

const fixture = await createSuggestionFixture()
afterAll(() => fixture.close())

type Person = SuggestionFixture['viewer']

/** A member with this profile. */
async function person(displayName: string, more: Partial<MemberDocument> = {}) {
  const member = await fixture.running.member()
  await fixture.join({ id: member.uid, displayName, ...more })
  return member
}

async function connect(one: Person, other: Person) {
  await one.call('POST', '/api/connections', { body: { memberId: other.uid, note: '' } })
  await other.call('POST', '/api/connections', { body: { memberId: one.uid, note: '' } })
}

const candidatesFor = async ({ uid }: Person) => {
  const answer = await fixture.viewer.call('GET', `/api/introductions/candidates?member=${uid}`)
  expect(answer.statusCode).toBe(200)
  const { items } = answer.json<{ items: { member: { displayName: string }; match?: string }[] }>()
  return items.map(({ member, match }) => [member.displayName, match])
}

test('connections who match a member come first, without those the member knows, was blocked by, or cannot meet', async () => {
  const { viewer } = fixture
  await fixture.viewerIs({})
  const ben = await person('Ben', { asks: [topic('A printer for short runs')], keywords: ['sailing'] })
  const [latest, sailor, printer, friend, blocked, suspended] = [
    await person('Latest'),
    await person('Sailor', { keywords: ['sailing'] }),
    await person('Printer', { offers: [topic('Printers at cost price')] }),
    await person('Friend', { offers: [topic('Printers at cost price')] }),
    await person('Blocked'),
    await person('Suspended'),
  ]
  const stranger = await person('Stranger', { offers: [topic('Printers at cost price')] })
  for (const other of [ben, sailor, printer, friend, blocked, suspended]) await connect(viewer, other)
  fixture.pass(1_000)
  await connect(viewer, latest)
  await connect(ben, friend)
  await blocked.call('PUT', `/api/blocks/${viewer.uid}`)
  await fixture.join({ id: suspended.uid, displayName: 'Suspended', status: 'suspended' })
  expect(await candidatesFor(ben)).toEqual([
    ['Printer', 'Offers “Printers at cost price”'],
    ['Sailor', undefined],
    ['Latest', undefined],
  ])
  expect(await candidatesFor(stranger)).toEqual([])
  expect(await candidatesFor(suspended)).toEqual([])
})
