import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Post } from '#shared/conversation/discussion/schema.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

type Person = OrganiserFixture['ada']

const fixture = await startOrganiserFixture()
beforeAll(async () => {
  await fixture.services.warmUp()
  fixture.advance(15 * MINUTE)
  await job()
})
afterAll(() => fixture.close())

const job = () => fixture.services.jobs.find(({ name }) => name === 'new posts')!.run()

async function received(who: Person, eventId: string) {
  await fixture.services.notifications.notifications.idle()
  const { items } = await fixture.services.notifications.notifications.list(who.uid)
  return items.flatMap(({ subject, text }) => (subject.id === eventId ? [text] : []))
}

/** An event with a discussion, and the news of it that members have received. */
async function newDiscussion() {
  const { id } = await fixture.putEvent({ title: 'Dinner', hosts: [fixture.rival.uid] })
  const path = `/api/events/${id}/discussion`
  return {
    post: async (who: Person, text: string, question?: string) =>
      (await who.call('POST', path, { body: { text, question } })).json<Post>().id,
    choose: (who: Person, news: string) =>
      who.call('PUT', `/api/events/${id}/discussion-news`, { body: { news } }),
    async news(...people: Person[]) {
      fixture.advance(16 * MINUTE)
      await Promise.all([job(), job()])
      return Promise.all(people.map((who) => received(who, id)))
    },
  }
}

test('hosts are notified of questions, authors of answers, and others only if they follow', async () => {
  const { ada, grace, admin, organiser, rival } = fixture
  const { post, choose, news } = await newDiscussion()
  await choose(admin, 'all')
  const lift = await post(ada, 'Is there a lift?')
  await post(ada, 'Is there parking?')
  await post(grace, 'Yes.', lift)
  await post(organiser, 'At the back.', lift)
  const both = 'New in the discussion of Dinner: 2 questions and 2 answers'
  expect(await news(organiser, rival, ada, grace, admin)).toEqual([
    ['New in the discussion of Dinner: 2 questions'],
    ['New in the discussion of Dinner: 2 questions'],
    ['New in the discussion of Dinner: 2 answers'],
    [],
    [both],
  ])
  expect(await news(organiser, admin)).toEqual([['New in the discussion of Dinner: 2 questions'], [both]])
})

test('neither a muted discussion nor a blocked or suspended member causes a notification', async () => {
  const { ada, grace, admin, organiser, rival, changeMember } = fixture
  const { post, choose, news } = await newDiscussion()
  const lift = await post(ada, 'Is there a lift?')
  await choose(rival, 'none')
  await organiser.call('PUT', `/api/blocks/${ada.uid}`)
  await choose(admin, 'all')
  await post(grace, 'Yes.', lift)
  await changeMember(grace.uid, { status: 'suspended' })
  const seen = await news(organiser, rival, ada, admin)
  await changeMember(grace.uid, { status: 'active' })
  await organiser.call('DELETE', `/api/blocks/${ada.uid}`)
  expect(seen).toEqual([[], [], [], ['New in the discussion of Dinner: 1 question']])
})
