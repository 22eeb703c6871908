import { afterAll, expect, test } from 'vitest'

import { eventInvitations } from '#server/modules/attendance/invitations/collection.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'
import { picture } from '#server/testing/fixtures/webp.ts'

import type { EventDocument } from '#server/modules/events/events/collection.ts'

let pictures = 0
const fixture = await startOrganiserFixture({ liftRateLimits: true })
afterAll(() => fixture.close())

/** An event of the organiser with a cover that they uploaded. */
async function eventWithCover(more: Partial<EventDocument>) {
  const { organiser, services, store } = fixture
  const body = picture((pictures += 1))
  const headers = { 'content-type': 'image/webp' }
  const uploaded = await organiser.call('POST', '/api/images?kind=cover', { body, headers })
  const { id: cover } = uploaded.json<{ id: string }>()
  const event = await fixture.putEvent({ cover, ...more })
  await store.transact((tx) =>
    services.people.images.use(tx, `event:${event.id}`, { id: cover, oldId: '', by: organiser.uid }),
  )
  return event
}

const statusFor = async ({ call }: Pick<OrganiserFixture['ada'], 'call'>, { cover }: EventDocument) =>
  (await call('GET', `/images/${cover}`)).statusCode

test('the cover of an event is refused to people who cannot see the event, even with its id', async () => {
  const { ada, grace, rival, admin, organiser, store } = fixture
  const event = await eventWithCover({ joinMode: 'invited', helpers: [rival.uid] })
  const id = joinedId(event.id, grace.uid)
  const invitation = { id, event: event.id, member: grace.uid, by: organiser.uid, at: event.createdAt }
  await store.transact(async (tx) => tx.put(eventInvitations, invitation))
  expect(await statusFor(ada, event)).toBe(404)
  for (const person of [grace, rival, admin, organiser]) expect(await statusFor(person, event)).toBe(200)

  await store.transact(async (tx) => tx.delete(eventInvitations, id))
  expect(await statusFor(grace, event)).toBe(404)
})

test('the cover of a draft is served only to people who can edit it', async () => {
  const { ada, admin, organiser } = fixture
  const editor = await fixture.member()
  const event = await eventWithCover({ status: 'draft', hosts: [editor.uid], editors: [editor.uid] })
  expect(await statusFor(ada, event)).toBe(404)
  for (const person of [editor, admin, organiser]) expect(await statusFor(person, event)).toBe(200)
})

test('a cover of several events is served to everyone who can see one of them', async () => {
  const { ada, organiser, services, store } = fixture
  const closed = await eventWithCover({ joinMode: 'invited' })
  const { id, cover } = await fixture.putEvent({ cover: closed.cover })
  await store.transact((tx) =>
    services.people.images.use(tx, `event:${id}`, { id: cover, oldId: '', by: organiser.uid }),
  )
  expect(await statusFor(ada, closed)).toBe(200)
})
