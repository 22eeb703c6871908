import { afterAll, expect, test } from 'vitest'

import type { Dashboard, OrganiserFigures } from '#shared/dashboard/schema.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'

const fixture = await startOrganiserFixture()
afterAll(() => fixture.close())

async function figuresOf(who: OrganiserFixture['ada']): Promise<OrganiserFigures | undefined> {
  return (await who.call('GET', '/api/dashboard')).json<Dashboard>().organiser
}

test('members who run no events get no figures', async () => {
  expect(await figuresOf(fixture.ada)).toBeUndefined()
})

test('an organiser sees seats and arrivals of their own ended events, oldest first; an admin of all', async () => {
  const { ada, grace, organiser, admin, rival } = fixture
  const ended = { startsAt: inHours(-5), capacity: 10, title: 'Breakfast' }
  const event = await fixture.putEvent(ended, [ada.uid, grace.uid])
  await fixture.putRsvp(event, ada.uid, 'going', { checkedInAt: inHours(-5), ticket: 1 })
  const older = await fixture.putEvent({ startsAt: inHours(-50) })
  await fixture.putEvent({ startsAt: inHours(-60), status: 'cancelled' })
  await fixture.putEvent({ startsAt: inHours(5) })
  const other = await fixture.putEvent({ startsAt: inHours(-4), createdBy: rival.uid })

  const own = await figuresOf(organiser)
  expect(own?.events).toEqual([
    expect.objectContaining({ id: older.id, seats: 0, going: 0, checkedIn: 0 }),
    expect.objectContaining({
      id: event.id,
      title: 'Breakfast',
      capacity: 10,
      seats: 2,
      going: 2,
      checkedIn: 1,
    }),
  ])
  const ofAll = await figuresOf(admin)
  expect(ofAll?.events.map(({ id }) => id)).toEqual([older.id, event.id, other.id])
  expect([own?.ofEveryone, ofAll?.ofEveryone]).toEqual([false, true])
})

test('members without a connection are counted, and the first by name shown', async () => {
  const { ada, grace, organiser, rival } = fixture
  // The answer is kept for a minute.
  const unconnected = async () => {
    fixture.advance(61_000)
    return (await figuresOf(organiser))!.unconnected
  }
  for (const { uid } of [ada, grace, rival]) {
    await fixture.changeMember(uid, { onboardedAt: '2026-01-01T00:00:00.000Z' })
  }
  const before = await unconnected()
  expect(before.items.map(({ displayName }) => displayName)).toEqual(['Ada', 'Grace', 'Rita'])

  await ada.call('POST', '/api/connections', { body: { memberId: grace.uid, note: '' } })
  expect((await unconnected()).total).toBe(before.total)
  await grace.call('POST', '/api/connections', { body: { memberId: ada.uid, note: '' } })
  expect((await unconnected()).items.map(({ displayName }) => displayName)).toEqual(['Rita'])

  await rival.call('PUT', `/api/blocks/${organiser.uid}`)
  expect(await unconnected()).toMatchObject({ total: 0, items: [] })
  await fixture.changeMember(rival.uid, { directoryHidden: true })
  expect((await unconnected()).members).toBe(before.members - 1)
})
