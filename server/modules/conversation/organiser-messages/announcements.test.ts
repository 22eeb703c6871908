import { afterAll, beforeEach, expect, test } from 'vitest'

import type { Announcement } from '#shared/conversation/organiser-messages/schema.ts'
import type { RsvpState } from '#shared/events/rules.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'

import { announcements } from './collection.ts'

/** The organiser's event, which Ada is going to. */
let event: EventDocument

const fixture = await startOrganiserFixture()
afterAll(() => fixture.close())
beforeEach(async () => {
  event = await fixture.putEvent({}, [fixture.ada.uid])
})

const at = (of: EventDocument) => `/api/events/${of.id}/announcements`
const announce = (text: string, who = fixture.organiser, of = event, key?: string) =>
  who.call('POST', at(of), { body: { text }, headers: { 'idempotency-key': key } })
async function received(who: OrganiserFixture['ada'], of = event) {
  const answer = await who.call('GET', at(of))
  expect(answer.statusCode).toBe(200)
  return answer.json<{ items: Announcement[] }>().items
}

test('members who are going get announcements with their author, latest first', async () => {
  expect((await announce('Doors open at 7\r\n\r\nBring cards')).statusCode).toBe(201)
  fixture.advance(1_000)
  await announce('Parking is full', fixture.admin)
  const items = await received(fixture.ada)
  expect(items.map(({ text }) => text)).toEqual(['Parking is full', 'Doors open at 7\n\nBring cards'])
  expect(items[1]?.by).toMatchObject({ id: fixture.organiser.uid, displayName: 'Olga' })
})

test.for<[RsvpState | 'unanswered', number]>([
  ['going', 1],
  ['maybe', 1],
  ['waitlisted', 1],
  ['offered', 1],
  ['declined', 0],
  ['unanswered', 0],
])('a member who is %s gets %i', async ([state, count]) => {
  await announce('Doors open at 7')
  if (state !== 'unanswered') {
    await fixture.putRsvp(event, fixture.grace.uid, state, { ticket: 9, offerUntil: inHours(0.5) })
  }
  expect(await received(fixture.grace)).toHaveLength(count)
})

test('organisers of other events see no announcements and cannot send any', async () => {
  await announce('Doors open at 7')
  expect(await received(fixture.rival)).toEqual([])
  const answer = await announce('Mine is better', fixture.rival)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'not_your_event'])
})

test('a repeated request creates one announcement', async () => {
  const send = (text: string, key: string, who = fixture.organiser) => announce(text, who, event, key)
  const first = (await send('Doors open at 7', 'key-of-the-first-form')).json<Announcement>()
  fixture.advance(6 * MINUTE)
  expect((await send('Doors open at 7', 'key-of-the-first-form')).json()).toEqual(first)
  expect(await received(fixture.ada)).toEqual([first])
  expect((await send('Doors open at 8', 'key-of-the-first-form')).statusCode).toBe(422)
  await send('Doors open at 8', 'key-of-the-third-form')
  await send('Doors open at 7', 'key-of-the-second-form')
  await send('Doors open at 7', 'key-of-the-first-form', fixture.admin)
  expect(await received(fixture.ada)).toHaveLength(4)
})

test('a member who blocked the author gets an announcement without text and name, and can request the text', async () => {
  const { ada, grace, organiser } = fixture
  const { id, at: sentAt } = (await announce('Doors open at 7')).json<Announcement>()
  await ada.call('PUT', `/api/blocks/${organiser.uid}`)
  expect(await received(ada)).toEqual([{ id, at: sentAt, text: '', withheld: true }])
  const read = (who = ada) => who.call('GET', `${at(event)}/${id}`)
  expect((await read()).json()).toEqual({ id, at: sentAt, text: 'Doors open at 7' })
  expect((await read(grace)).statusCode).toBe(404)
  await ada.call('DELETE', `/api/blocks/${organiser.uid}`)
  expect((await received(ada))[0]).toMatchObject({ text: 'Doors open at 7', by: { displayName: 'Olga' } })
})

test('a member whom the author blocked gets an announcement without the author’s name', async () => {
  const { ada, organiser } = fixture
  await organiser.call('PUT', `/api/blocks/${ada.uid}`)
  const { id, at: sentAt } = (await announce('Doors open at 7')).json<Announcement>()
  const items = await received(ada)
  await organiser.call('DELETE', `/api/blocks/${ada.uid}`)
  expect(items).toEqual([{ id, at: sentAt, text: 'Doors open at 7' }])
})

test('announcements of a suspended author are hidden until the author returns', async () => {
  const { ada, admin, organiser, changeMember } = fixture
  await announce('Doors open at 7')
  await changeMember(organiser.uid, { status: 'suspended' })
  const shown = [await received(ada), await received(admin)]
  await changeMember(organiser.uid, { status: 'active' })
  expect(shown).toEqual([[], []])
  expect(await received(ada)).toHaveLength(1)
})

test('an announcement for a draft is refused, and its announcements are a 404 for members', async () => {
  const draft = await fixture.putEvent({ status: 'draft' })
  const answer = await announce('Soon', fixture.organiser, draft)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'not_published'])
  expect((await fixture.ada.call('GET', at(draft))).statusCode).toBe(404)
})

test('an announcement is deleted with its event', async () => {
  const unanswered = await fixture.putEvent()
  const { id } = (await announce('Doors open at 7', fixture.organiser, unanswered)).json<Announcement>()
  expect(await fixture.store.get(announcements, id)).toBeDefined()
  await fixture.organiser.call('POST', `/api/events/${unanswered.id}/unpublish`)
  expect((await fixture.organiser.call('DELETE', `/api/events/${unanswered.id}`)).statusCode).toBe(204)
  expect(await fixture.store.get(announcements, id)).toBeUndefined()
})

test('an announcement can be sent for a cancelled event', async () => {
  const cancelled = await fixture.putEvent({ status: 'cancelled' }, [fixture.ada.uid])
  expect((await announce('You get your money back', fixture.organiser, cancelled)).statusCode).toBe(201)
  expect(await received(fixture.ada, cancelled)).toHaveLength(1)
})

test.for([
  ['no text', '', 400],
  ['a blank text', ' \n', 400],
  ['a text in which there is nothing to see', '\u200b\u2800', 400],
  ['a text that is too long', 'x'.repeat(2_001), 400],
  ['the longest text there may be', '🪴'.repeat(2_000), 201],
] as const)('an announcement with %s has its status', async ([_what, text, status]) => {
  expect((await announce(text)).statusCode).toBe(status)
})

test('misleading characters are removed', async () => {
  await announce('Doors \u202e7 ta nepo\u0007')
  expect((await received(fixture.ada))[0]?.text).toBe('Doors 7 ta nepo')
})
