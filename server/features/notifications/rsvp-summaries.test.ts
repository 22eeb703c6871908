import { afterAll, beforeAll, expect, test } from 'vitest'

import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/organiser-fixture.ts'

let fixture: OrganiserFixture
beforeAll(async () => {
  fixture = await startOrganiserFixture()
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())

const MINUTE = 60_000
const job = () => fixture.services.jobs.find(({ name }) => name === 'new RSVPs')!.run()
/** Milliseconds until a quarter of an hour begins; summaries are made of what came in one. */
const untilNextQuarter = () => 15 * MINUTE - (fixture.clock() % (15 * MINUTE))
async function summaries() {
  const { services, organiser } = fixture
  await services.notifications.idle()
  const { items } = await services.notifications.list(organiser.uid)
  return items.filter(({ topic }) => topic === 'newRsvps').map(({ text }) => text)
}

test('200 RSVPs in ten seconds are one notification of the organiser, on three replicas', async () => {
  const { putEvent, putRsvp, advance, clock } = fixture
  advance(untilNextQuarter())
  await job()
  const event = await putEvent({
    title: 'Harvest',
    startsAt: new Date(clock() + 90 * 60 * MINUTE).toISOString(),
  })
  for (let at = 0; at < 200; at++) {
    const answeredAt = new Date(clock() + at * 50).toISOString()
    await putRsvp(event, `member-${at}`, at < 190 ? 'going' : 'declined', { answeredAt })
  }
  expect(await summaries()).toEqual([])
  for (let at = 0; at < 40; at++) {
    advance(MINUTE)
    await Promise.all([job(), job(), job()])
  }
  expect(await summaries()).toEqual(['New RSVPs for Harvest: 190 going, 10 can’t go'])
})

test('without new RSVPs there is no notification, and after a day without a server none of what came before', async () => {
  const { putEvent, putRsvp, advance, clock } = fixture
  const earlier = (await summaries()).length
  const event = await putEvent({
    title: 'Supper',
    startsAt: new Date(clock() + 90 * 60 * MINUTE).toISOString(),
  })
  await putRsvp(event, 'someone', 'going', { answeredAt: new Date(clock()).toISOString() })
  advance(26 * 60 * MINUTE)
  await job()
  advance(60 * MINUTE)
  await job()
  expect(await summaries()).toHaveLength(earlier)
})
