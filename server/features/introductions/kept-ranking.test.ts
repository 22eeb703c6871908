import { afterEach, beforeEach, expect, test } from 'vitest'

import { eventDocument, putSeated } from '#server/testing/events.ts'
import { type IntroductionFixture, createIntroductionFixture } from '#server/testing/introduction-fixture.ts'

const HOUR = 60 * 60_000

let fixture: IntroductionFixture
/** Enough people with something in common that the best of them are kept. */
const people = Array.from({ length: 30 }, (_, at) => `P${String(at).padStart(2, '0')}`)
beforeEach(async () => {
  fixture = await createIntroductionFixture()
  await fixture.viewerIs({ keywords: ['chess'] })
  await fixture.join(...people.map((name) => ({ id: name, displayName: name, keywords: ['chess'] })))
  await fixture.introductions()
})
afterEach(() => fixture.close())

const dismiss = (id: string) => fixture.viewer.call('PUT', `/api/introductions/${id}/dismissal`)

test('a member who must not be suggested any more is missing at once', async () => {
  await dismiss('P00')
  await fixture.viewer.call('POST', '/api/connections', { body: { memberId: 'P01', note: '' } })
  await fixture.viewer.call('PUT', '/api/blocks/P02')
  await fixture.join({ id: 'P03', displayName: 'P03', keywords: ['chess'], status: 'suspended' })
  expect(await fixture.names()).toEqual(['P04', 'P05', 'P06'])
})

test('those who follow are suggested once the best ones are dismissed', async () => {
  for (const id of people.slice(0, 28)) await dismiss(id)
  expect(await fixture.names()).toEqual(['P28', 'P29'])
})

test('what the viewer changes counts at once, and what others change within an hour', async () => {
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

test('a shared event counts at once', async () => {
  const startsAt = new Date(Date.now() + 0.5 * HOUR).toISOString()
  await fixture.running.store.transact(async (tx) =>
    putSeated(tx, eventDocument('supper', { title: 'Supper', startsAt }), [fixture.viewer.uid, 'P29']),
  )
  expect(await fixture.names()).toEqual(['P00', 'P01', 'P02'])
  fixture.pass(0.4 * HOUR)
  expect(await fixture.names()).toEqual(['P00', 'P01', 'P02'])
  fixture.pass(0.2 * HOUR)
  expect(await fixture.names()).toEqual(['P29', 'P00', 'P01'])
})
