import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Announcement } from '#shared/announcements.ts'
import type { RsvpState } from '#shared/event-rules.ts'
import type { EventDocument } from '#server/features/events/collection.ts'
import { eventSeats } from '#server/features/rsvps/collection.ts'
import { inHours, type OrganiserFixture, startOrganiserFixture } from '#server/testing/organiser-fixture.ts'

import { announcements } from './collection.ts'

let fixture: OrganiserFixture
/** Of the organiser; Ada is going. */
let event: EventDocument

beforeAll(async () => {
  fixture = await startOrganiserFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  event = await fixture.putEvent({}, [fixture.ada.uid])
})

const at = (of: EventDocument) => `/api/events/${of.id}/announcements`
const announce = (text: string, who = fixture.organiser, of = event, key?: string) =>
  who.call('POST', at(of), { body: { text }, headers: { 'idempotency-key': key } })
async function heardBy(who: OrganiserFixture['ada'], of = event) {
  const answer = await who.call('GET', at(of))
  expect(answer.statusCode).toBe(200)
  return answer.json<{ items: Announcement[] }>().items
}

test('an announcement reaches those going, with who wrote it, the latest first', async () => {
  expect((await announce('Doors open at 7\r\n\r\nBring cards')).statusCode).toBe(201)
  fixture.advance(1_000)
  await announce('Parking is full', fixture.admin)
  const heard = await heardBy(fixture.ada)
  expect(heard.map(({ text }) => text)).toEqual(['Parking is full', 'Doors open at 7\n\nBring cards'])
  expect(heard[1]?.by).toMatchObject({ id: fixture.organiser.uid, displayName: 'Olga' })
})

test.for<[RsvpState | 'unanswered', number]>([
  ['going', 1],
  ['maybe', 1],
  ['waitlisted', 1],
  ['offered', 1],
  ['declined', 0],
  ['unanswered', 0],
])('whoever is %s hears %i', async ([state, count]) => {
  await announce('Doors open at 7')
  if (state !== 'unanswered') {
    await fixture.putRsvp(event, fixture.grace.uid, state, { ticket: 9, offerUntil: inHours(0.5) })
  }
  expect(await heardBy(fixture.grace)).toHaveLength(count)
})

test('organisers of other events hear nothing, and may not speak', async () => {
  await announce('Doors open at 7')
  expect(await heardBy(fixture.rival)).toEqual([])
  const answer = await announce('Mine is better', fixture.rival)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'not_your_event'])
})

test('sent again because the answer was lost, it is the same one', async () => {
  const say = (text: string, key: string, who = fixture.organiser) => announce(text, who, event, key)
  const first = (await say('Doors open at 7', 'key-of-the-first-form')).json<Announcement>()
  fixture.advance(6 * 60_000)
  expect((await say('Doors open at 7 ', 'key-of-the-first-form')).json()).toEqual(first)
  expect(await heardBy(fixture.ada)).toEqual([first])
  await say('Doors open at 8', 'key-of-the-first-form')
  await say('Doors open at 7', 'key-of-the-second-form')
  await say('Doors open at 7', 'key-of-the-first-form', fixture.admin)
  expect(await heardBy(fixture.ada)).toHaveLength(4)
})

test('who blocked its author reads it without the name', async () => {
  await announce('Doors open at 7')
  await fixture.ada.call('PUT', `/api/blocks/${fixture.organiser.uid}`)
  const [heard] = await heardBy(fixture.ada)
  await fixture.ada.call('DELETE', `/api/blocks/${fixture.organiser.uid}`)
  expect(heard?.text).toBe('Doors open at 7')
  expect(heard).not.toHaveProperty('by')
})

test('drafts have nothing to announce, and look absent to others', async () => {
  const draft = await fixture.putEvent({ status: 'draft' })
  const answer = await announce('Soon', fixture.organiser, draft)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'not_published'])
  expect((await fixture.ada.call('GET', at(draft))).statusCode).toBe(404)
})

test('goes with its event, which nobody answered and which is deleted', async () => {
  const unanswered = await fixture.putEvent()
  const { id } = (await announce('Doors open at 7', fixture.organiser, unanswered)).json<Announcement>()
  expect(await fixture.store.get(announcements, id)).toBeDefined()
  await fixture.store.transact(async (tx) => tx.delete(eventSeats, unanswered.id))
  await fixture.organiser.call('POST', `/api/events/${unanswered.id}/unpublish`)
  expect((await fixture.organiser.call('DELETE', `/api/events/${unanswered.id}`)).statusCode).toBe(204)
  expect(await fixture.store.get(announcements, id)).toBeUndefined()
})

test('a cancelled event can still be spoken about', async () => {
  const cancelled = await fixture.putEvent({ status: 'cancelled' }, [fixture.ada.uid])
  expect((await announce('You get your money back', fixture.organiser, cancelled)).statusCode).toBe(201)
  expect(await heardBy(fixture.ada, cancelled)).toHaveLength(1)
})

test.for([
  ['no text', '', 400],
  ['a blank text', ' \n', 400],
  ['a text in which there is nothing to see', '\u200b\u2800', 400],
  ['a text that is too long', 'x'.repeat(2_001), 400],
  ['the longest text there may be', '🪴'.repeat(2_000), 201],
] as const)('%s', async ([_what, text, status]) => {
  expect((await announce(text)).statusCode).toBe(status)
})

test('what its reader must not be tricked by is taken out of it', async () => {
  await announce('Doors \u202e7 ta nepo\u0007')
  expect((await heardBy(fixture.ada))[0]?.text).toBe('Doors 7 ta nepo')
})
