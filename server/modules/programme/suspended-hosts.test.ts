import { afterAll, expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import type { Announcement } from '#shared/conversation/organiser-messages/schema.ts'
import type { EventCard } from '#shared/events/schema.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'
import { type RosterFixture, startRosterFixture } from '#server/testing/fixtures/roster-fixture.ts'

import { editOf, events } from '#server/modules/events/events/collection.ts'

type Person = RosterFixture['ada']

const fixture = await startRosterFixture()
afterAll(() => fixture.close())

async function changeStatus(member: Person, command: 'suspension' | 'restoration', body: object) {
  const { version } = (await fixture.store.get(members, member.uid))!
  const path = `/api/admin/members/${member.uid}/${command}`
  const headers = { 'if-match': `"${version}"` }
  expect((await fixture.admin.call('POST', path, { body, headers })).statusCode).toBe(200)
  // Expires the cached statuses of sessions.
  fixture.advance(MINUTE)
}

test('an event continues without the name of a suspended host, who regains everything when restored', async () => {
  const { ada, grace, rival: host, organiser, admin } = fixture
  const event = await fixture.putEvent({ hosts: [host.uid], startsAt: inHours(72), capacity: 3 })
  for (const who of [ada, host]) await fixture.respond(who, event)
  const path = `/api/events/${event.id}`
  await host.call('POST', `${path}/announcements`, { body: { text: 'Bring bread' } })

  const hostsSeenBy = async (who: Person) =>
    (await fixture.seen(who, event)).hosts.map(({ displayName }) => displayName)
  const listOf = async <T>(who: Person, list: string) =>
    (await who.call('GET', list)).json<{ items: T[] }>().items
  async function shown() {
    const card = (await listOf<EventCard>(grace, '/api/events')).find(({ id }) => id === event.id)
    const announced = await listOf<Announcement>(ada, `${path}/announcements`)
    const calls = ['', '/roster', '/check-in-list'].map((part) => host.call('GET', path + part))
    return {
      hosts: await Promise.all([grace, ada, organiser, admin].map(hostsSeenBy)),
      card: [card?.status, card?.host?.displayName, card?.faces.map(({ displayName }) => displayName)],
      announced: announced.map(({ text }) => text),
      seats: (await fixture.seen(organiser, event)).seats,
      entry: await fixture.entryOf(event, host),
      answersToHost: (await Promise.all(calls)).map(({ statusCode }) => statusCode),
    }
  }
  const before = await shown()
  expect(before).toMatchObject({
    hosts: [['Rita'], ['Rita'], ['Rita'], ['Rita']],
    card: ['published', 'Rita', ['Ada', 'Rita']],
    announced: ['Bring bread'],
    seats: { going: 2, left: 1, waiting: 0 },
    entry: { state: 'going', hasProfile: true },
    answersToHost: [200, 200, 200],
  })

  await changeStatus(host, 'suspension', { reason: 'Spam' })
  expect(await shown()).toMatchObject({
    hosts: [[], [], [], []],
    card: ['published', undefined, ['Ada']],
    announced: [],
    // The seat stays, and so does the name on the roster.
    seats: { going: 2, left: 1, waiting: 0 },
    entry: { state: 'going', hasProfile: false, member: { displayName: 'Rita' } },
    answersToHost: [403, 403, 403],
  })
  // The editor shows no host, so its edit names none.
  const stored = (await fixture.store.get(events, event.id))!
  const edited = await organiser.call('PUT', path, {
    body: { ...editOf(stored), hosts: [] },
    headers: { 'if-match': `"${stored.version}"` },
  })
  expect(edited.statusCode).toBe(200)

  await changeStatus(host, 'restoration', {})
  expect(await shown()).toEqual(before)
})

test('the event of a suspended organiser stays open for RSVPs, and an admin can choose another organiser', async () => {
  const { ada, grace, rival, organiser, admin } = fixture
  const event = await fixture.putEvent({ startsAt: inHours(72) }, [ada.uid])
  await changeStatus(organiser, 'suspension', { reason: 'Spam' })
  expect((await fixture.respond(grace, event)).mine.state).toBe('going')
  expect(await fixture.run(rival, 'removal', event, ada, { version: 1 })).toBe('not_your_event')
  const chosen = await admin.call('PUT', `/api/admin/events/${event.id}/organiser`, {
    body: { organiser: rival.uid },
    headers: { 'if-match': `"${event.version}"` },
  })
  expect(chosen.statusCode).toBe(200)
  await changeStatus(organiser, 'restoration', {})
  const rights = [rival, organiser].map(async (who) => (await fixture.seen(who, event)).right)
  expect(await Promise.all(rights)).toEqual(['manage', undefined])
})
