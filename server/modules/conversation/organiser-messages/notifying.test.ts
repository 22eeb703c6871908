import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Notification } from '#shared/notifications/schema.ts'
import type { Page } from '#shared/lib/page.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

const fixture = await startOrganiserFixture()
beforeAll(async () => {
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())

type Person = OrganiserFixture['ada']

/** The notifications of a person once everything is delivered. */
async function received(who: Person) {
  await fixture.services.notifications.notifications.idle()
  return (await who.call('GET', '/api/notifications')).json<Page<Notification>>().items
}
const unread = async (who: Person) =>
  (await who.call('GET', '/api/notifications/unread')).json<{ unread: number }>().unread

test('a block hides the text of an announcement only from the member who blocked its author', async () => {
  const { ada, grace, organiser } = fixture
  const event = await fixture.putEvent({ title: 'Breakfast' }, [ada.uid, grace.uid])
  const announce = (text: string) =>
    organiser.call('POST', `/api/events/${event.id}/announcements`, { body: { text } })
  const texts = async (who: Person) =>
    (await received(who)).flatMap(({ subject, text }) => (subject.id === event.id ? [text] : []))
  await announce('We moved to room B')
  await ada.call('PUT', `/api/blocks/${organiser.uid}`)
  await organiser.call('PUT', `/api/blocks/${grace.uid}`)
  fixture.advance(1_000)
  await announce('We moved to room C')
  const withheld = 'Breakfast: an announcement from someone you blocked. Open the event to read it.'
  expect(await texts(ada)).toEqual([withheld, withheld])
  expect(await texts(grace)).toEqual(['Breakfast: We moved to room C', 'Breakfast: We moved to room B'])
  expect([await unread(ada), await unread(grace)]).toEqual([2, 2])
  await ada.call('POST', '/api/notifications/read', { body: {} })
  await ada.call('DELETE', `/api/blocks/${organiser.uid}`)
  await organiser.call('DELETE', `/api/blocks/${grace.uid}`)
  expect(await texts(ada)).toEqual(['Breakfast: We moved to room C', 'Breakfast: We moved to room B'])
})

test('an announcement notifies neither its author nor anyone while the author is suspended', async () => {
  const { ada, organiser, changeMember } = fixture
  const event = await fixture.putEvent({ title: 'Breakfast' }, [ada.uid, organiser.uid])
  const about = async (who: Person) => (await received(who)).filter(({ subject }) => subject.id === event.id)
  await organiser.call('POST', `/api/events/${event.id}/announcements`, { body: { text: 'Bring bread' } })
  expect([(await about(organiser)).length, (await about(ada)).length]).toEqual([0, 1])
  await changeMember(organiser.uid, { status: 'suspended' })
  const shown = [(await about(ada)).length, await unread(ada)]
  await changeMember(organiser.uid, { status: 'active' })
  expect(shown).toEqual([0, 0])
})

test('the audience counts the members who then get the announcement', async () => {
  const { ada, grace, rival, admin, organiser, changeMember, putEvent, putRsvp } = fixture
  const event = await putEvent({ title: 'Supper' }, [ada.uid, organiser.uid])
  await putRsvp(event, grace.uid, 'maybe')
  await putRsvp(event, rival.uid, 'waitlisted', { ticket: 9 })
  await putRsvp(event, admin.uid, 'declined')
  await changeMember(grace.uid, { status: 'suspended' })
  const path = `/api/events/${event.id}/announcements`
  const audience = await organiser.call('GET', `${path}/audience`)
  expect(audience.json()).toEqual({ going: 1, waitlisted: 1, offered: 0, maybe: 0 })
  await organiser.call('POST', path, { body: { text: 'Bring bread' } })
  await fixture.services.notifications.notifications.idle()
  await changeMember(grace.uid, { status: 'active' })
  const about = async (who: Person) => (await received(who)).filter(({ subject }) => subject.id === event.id)
  const counts = await Promise.all(
    [ada, rival, grace, organiser, admin].map(async (who) => (await about(who)).length),
  )
  expect(counts).toEqual([1, 1, 0, 0, 0])
  expect((await ada.call('GET', `${path}/audience`)).statusCode).toBe(403)
})
