import { afterAll, beforeAll, expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

const fixture = await startOrganiserFixture()
beforeAll(async () => {
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())

const job = () => fixture.services.jobs.find(({ name }) => name === 'new RSVPs')!.run()
/** Milliseconds until a quarter of an hour begins; each summary covers one. */
const untilNextQuarter = () => 15 * MINUTE - (fixture.clock() % (15 * MINUTE))
async function summaries() {
  const { services, organiser } = fixture
  await services.notifications.notifications.idle()
  const { items } = await services.notifications.notifications.list(organiser.uid)
  return items.filter(({ topic }) => topic === 'newRsvps').map(({ text }) => text)
}

test('three replicas send the organiser one notification about 200 RSVPs within ten seconds', async () => {
  const { putEvent, putRsvp, advance, clock } = fixture
  advance(untilNextQuarter())
  await job()
  const event = await putEvent({
    title: 'Harvest',
    startsAt: new Date(clock() + 90 * 60 * MINUTE).toISOString(),
  })
  for (let at = 0; at < 200; at++) {
    const answeredAt = new Date(clock() + at * 50).toISOString()
    await putRsvp(event, `member-${at}`, at < 185 ? 'going' : at < 190 ? 'requested' : 'declined', {
      answeredAt,
    })
  }
  expect(await summaries()).toEqual([])
  for (let at = 0; at < 40; at++) {
    advance(MINUTE)
    await Promise.all([job(), job(), job()])
  }
  expect(await summaries()).toEqual(['New RSVPs for Harvest: 185 going, 5 asking to join and 10 can’t go'])
})

test('no summary is sent without new RSVPs, or about RSVPs from before a day of downtime', async () => {
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
