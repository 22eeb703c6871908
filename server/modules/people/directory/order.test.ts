import { afterAll, expect, test } from 'vitest'

import type { DirectoryPage } from '#shared/people/directory.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { accept, sendRequest } from '#server/modules/people/connections/connection-state.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { startTestApp } from '#server/testing/app.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'

const JOINED_AT = '2026-01-01T00:00:00.000Z'

const app = await startTestApp()
const viewer = await app.member()
afterAll(() => app.close())

const put = (id: string, more: Partial<MemberDocument> = {}) => ({
  ...newcomer(id, JOINED_AT),
  version: 1,
  email: `${id}@guildhall.test`,
  onboardedAt: JOINED_AT,
  displayName: id,
  headline: 'Xylophones',
  ...more,
})

const connected = (actor: string, receiver: string) => {
  const now = Date.parse(JOINED_AT)
  return accept(sendRequest(undefined, { actor, receiver, note: '', now }), { actor: receiver, now })
}

async function namesFor(q: string) {
  const answer = await viewer.call('GET', `/api/directory?${new URLSearchParams({ q })}`)
  return answer.json<DirectoryPage>().items.map(({ displayName }) => displayName)
}

test('members who share a connection or an event with the searcher come first among equal matches', async () => {
  const startsAt = new Date(Date.now() + HOUR).toISOString()
  await app.store.transact(async (tx) => {
    for (const id of ['Ada', 'Bea', 'Cem', 'Dora', 'Edo']) tx.put(members, put(id))
    tx.put(members, put('Fay', { headline: 'Flutes', bio: 'I once heard xylophones.' }))
    tx.put(members, put('friend', { headline: 'Flutes' }))
    tx.put(members, put('suspended', { headline: 'Flutes', status: 'suspended' }))
    for (const id of ['dinner', 'lunch']) tx.put(events, eventDocument(id, { startsAt }))
  })
  app.advance(1_000)
  expect(await namesFor('xylophones')).toEqual(['Ada', 'Bea', 'Cem', 'Dora', 'Edo', 'Fay'])
  await app.store.transact(async (tx) => {
    tx.put(connections, connected('friend', viewer.uid))
    tx.put(connections, connected('suspended', viewer.uid))
    tx.put(connections, connected('friend', 'Edo'))
    tx.put(connections, connected('friend', 'Fay'))
    // None of these is shared with the searcher.
    tx.put(connections, connected('suspended', 'Ada'))
    tx.put(connections, connected('Bea', 'Cem'))
    putSeated(tx, eventDocument('dinner', { startsAt }), [viewer.uid, 'Dora'])
    putSeated(tx, eventDocument('lunch', { startsAt }), ['Cem'])
  })
  app.advance(1_000)
  expect(await namesFor('xylophones')).toEqual(['Dora', 'Edo', 'Ada', 'Bea', 'Cem', 'Fay'])
})
