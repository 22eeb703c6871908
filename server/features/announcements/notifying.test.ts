import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Notification } from '#shared/notifications.ts'
import type { Page } from '#shared/page.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/organiser-fixture.ts'

let fixture: OrganiserFixture
beforeAll(async () => {
  fixture = await startOrganiserFixture()
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())

type Person = OrganiserFixture['ada']

/** Once everything is delivered. */
async function received(who: Person) {
  await fixture.services.notifications.idle()
  return (await who.call('GET', '/api/notifications')).json<Page<Notification>>().items
}
const unread = async (who: Person) =>
  (await who.call('GET', '/api/notifications/unread')).json<{ unread: number }>().unread

test('a block between an announcement’s author and an attendee hides words from the blocker alone', async () => {
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
