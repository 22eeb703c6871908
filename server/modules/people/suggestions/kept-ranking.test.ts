import { afterEach, beforeEach, expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import {
  type SuggestionFixture,
  createSuggestionFixture,
} from '#server/testing/fixtures/suggestion-fixture.ts'

let fixture: SuggestionFixture
/** Enough people with something in common that only the best are kept. */
const people = Array.from({ length: 30 }, (_, at) => `P${String(at).padStart(2, '0')}`)
beforeEach(async () => {
  fixture = await createSuggestionFixture()
  await fixture.viewerIs({ keywords: ['chess'] })
  await fixture.join(...people.map((name) => ({ id: name, displayName: name, keywords: ['chess'] })))
  await fixture.suggestions()
})
afterEach(() => fixture.close())

const dismiss = (id: string) => fixture.viewer.call('PUT', `/api/suggestions/${id}/dismissal`)

test('a member who must no longer be suggested disappears at once', async () => {
  await dismiss('P00')
  await fixture.viewer.call('POST', '/api/connections', { body: { memberId: 'P01', note: '' } })
  await fixture.viewer.call('PUT', '/api/blocks/P02')
  await fixture.join({ id: 'P03', displayName: 'P03', keywords: ['chess'], status: 'suspended' })
  expect(await fixture.names()).toEqual(['P04', 'P05', 'P06'])
})

test('the next members are suggested once the best ones are dismissed', async () => {
  for (const id of people.slice(0, 28)) await dismiss(id)
  expect(await fixture.names()).toEqual(['P28', 'P29'])
})

test('the viewer’s changes affect suggestions at once, and other members’ changes within an hour', async () => {
  const keywords = ['chess', 'sailing']
  await fixture.join({ id: 'B', displayName: 'Better', keywords })
  expect(await fixture.names()).toEqual(['P00', 'P01', 'P02'])
  await fixture.viewerIs({ keywords })
  expect(await fixture.names()).toEqual(['Better', 'P00', 'P01'])
  await fixture.join({ id: 'A', displayName: 'As good', keywords })
  expect(await fixture.names()).toEqual(['Better', 'P00', 'P01'])
  fixture.pass(HOUR)
  expect(await fixture.names()).toEqual(['As good', 'Better', 'P00'])
})

test('a shared event affects suggestions at once, whether upcoming or past', async () => {
  const startsAt = new Date(Date.now() + 0.5 * HOUR).toISOString()
  await fixture.running.store.transact(async (tx) =>
    putSeated(tx, eventDocument('supper', { title: 'Supper', startsAt }), [fixture.viewer.uid, 'P29']),
  )
  expect(await fixture.names()).toEqual(['P29', 'P00', 'P01'])
  fixture.pass(0.6 * HOUR)
  expect(await fixture.names()).toEqual(['P29', 'P00', 'P01'])
})
