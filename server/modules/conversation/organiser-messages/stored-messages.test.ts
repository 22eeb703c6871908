import { afterAll, expect, test } from 'vitest'

import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'
import { startRosterFixture } from '#server/testing/fixtures/roster-fixture.ts'
import { joinedId } from '#server/store/joined-id.ts'

import { announcements, attendeeMessages, groupMessages } from './collection.ts'

const fixture = await startRosterFixture()
afterAll(() => fixture.close())

const KEYS = {
  announcement: 'key-of-the-announcement',
  toGroup: 'key-of-the-group-message',
  toAttendee: 'key-of-the-attendee-message',
}
const TEXT = 'The hall is upstairs'

test('a request that another release already stored is not stored or sent again', async () => {
  const { ada, organiser, store } = fixture
  const event = await fixture.putEvent({ startsAt: inHours(72) }, [ada.uid])
  const group = { kind: 'going' } as const
  const common = { event: event.id, by: organiser.uid, at: inHours(0), text: TEXT }
  const ids = {
    announcement: joinedId(organiser.uid, event.id, KEYS.announcement, TEXT),
    toGroup: joinedId(organiser.uid, event.id, KEYS.toGroup, JSON.stringify(group), TEXT),
    toAttendee: joinedId(organiser.uid, event.id, ada.uid, KEYS.toAttendee, TEXT),
  }
  await store.transact(async (tx) => {
    tx.create(announcements, { id: ids.announcement, ...common })
    tx.create(groupMessages, { id: ids.toGroup, ...common, group, recipients: 7 })
    tx.create(attendeeMessages, { id: ids.toAttendee, ...common, member: ada.uid })
  })
  const post = (path: string, body: object, key: string) =>
    organiser.call('POST', `/api/events/${event.id}/${path}`, { body, headers: { 'idempotency-key': key } })
  expect((await post('announcements', { text: TEXT }, KEYS.announcement)).json()).toMatchObject({
    id: ids.announcement,
  })
  expect((await post('messages', { group, text: TEXT }, KEYS.toGroup)).json()).toEqual({ recipients: 7 })
  expect((await post(`roster/${ada.uid}/messages`, { text: TEXT }, KEYS.toAttendee)).statusCode).toBe(204)
  expect(await fixture.notified(ada, event)).toEqual([])
  for (const collection of [announcements, groupMessages, attendeeMessages]) {
    const { items } = await store.find(collection, { where: { by: organiser.uid }, orderBy: 'at', limit: 9 })
    expect(items).toHaveLength(1)
  }
})
