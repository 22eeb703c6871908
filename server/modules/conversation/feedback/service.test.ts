import { afterAll, beforeAll, expect, test } from 'vitest'

import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import type { FeedbackResults, OwnFeedback } from '#shared/conversation/feedback.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

import { askedAt } from './asking.ts'
import { eventFeedback, feedbackAuthors } from './collection.ts'

type Person = Pick<OrganiserFixture['ada'], 'uid' | 'call'>

/** Six members who were checked in, in the order of their answers. */
let guests: Person[]
const fixture = await startOrganiserFixture({ liftRateLimits: true })
beforeAll(async () => {
  const names = ['Bo', 'Cy', 'Di', 'Ed']
  guests = [fixture.ada, fixture.grace]
  for (const displayName of names) {
    const guest = await fixture.member()
    await fixture.changeMember(guest.uid, { displayName })
    guests.push(guest)
  }
  fixture.advance(MINUTE)
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())

/** An event that ended an hour ago, at which the members were checked in. */
async function pastEvent(checkedIn: readonly Person[], more: Partial<EventDocument> = {}) {
  const now = fixture.clock()
  const endsAt = new Date(now - HOUR).toISOString()
  const event = await fixture.putEvent({
    title: 'Dinner',
    startsAt: new Date(now - 3 * HOUR).toISOString(),
    endsAt,
    timeZone: 'Europe/Lisbon',
    ...more,
  })
  for (const [at, { uid }] of checkedIn.entries()) {
    const ticket = at + 1
    await fixture.putRsvp(event, uid, 'going', { ticket, checkedInAt: endsAt, checkedInBy: 'x' })
  }
  return event
}

const give = (who: Person, { id }: EventDocument, rating: number, sentence = '', isNamed = false) =>
  who.call('PUT', `/api/events/${id}/feedback`, { body: { rating, sentence, isNamed } })
const own = async (who: Person, { id }: EventDocument) =>
  (await who.call('GET', `/api/events/${id}/feedback`)).json<OwnFeedback>()
const results = async ({ id }: EventDocument, who: Person = fixture.organiser) =>
  (await who.call('GET', `/api/events/${id}/feedback-results`)).json<FeedbackResults>()
const code = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  (JSON.parse(body) as { code?: string }).code,
]

test('hosts see ratings and sentences once five have answered, and a name only where it was chosen', async () => {
  const event = await pastEvent(guests)
  const sentences = ['', '<b>Loud</b>\nbut good', 'Too long', 'More bread', 'Thank you']
  for (const [at, sentence] of sentences.entries()) {
    expect(await results(event)).toEqual({ answered: at })
    expect((await give(guests[at]!, event, at === 0 ? 2 : 5, sentence, at === 4)).statusCode).toBe(200)
  }
  const seen = await results(event)
  expect(seen).toMatchObject({ answered: 5, results: { ratings: [0, 1, 0, 0, 4] } })
  expect(seen.results!.sentences.toSorted((a, b) => (a.text < b.text ? -1 : 1))).toEqual([
    { text: '<b>Loud</b> but good' },
    { text: 'More bread' },
    { text: 'Thank you', by: expect.objectContaining({ displayName: 'Di' }) as unknown },
    { text: 'Too long' },
  ])
  const { ada, rival } = fixture
  const path = `/api/events/${event.id}/feedback-results`
  expect(code(await ada.call('GET', path))).toEqual([403, 'role_required'])
  expect(code(await rival.call('GET', path))).toEqual([403, 'not_your_event'])
})

test('an anonymous sentence cannot be traced to a person through views or the audit log', async () => {
  const event = await pastEvent(guests)
  await give(guests[0]!, event, 1, 'A secret thought')
  const views = await fixture.store.views()
  const row = views.get<object>({
    text: "SELECT * FROM feedback WHERE sentence = 'A secret thought'",
    values: [],
  })!
  expect(Object.keys(row).toSorted()).toEqual(['by', 'event', 'id', 'number', 'rating', 'sentence'])
  expect(JSON.stringify(row)).not.toContain(guests[0]!.uid)
  const stored = await allOf(fixture.store, eventFeedback, {})
  expect(JSON.stringify(stored.filter(({ by }) => by === undefined))).not.toContain(guests[0]!.uid)
  const audit = await fixture.admin.call('GET', `/api/admin/audit?actor=${guests[0]!.uid}`)
  expect(audit.body).not.toMatch(/feedback|secret thought/)
})

test('an attendee answers once, and changes the answer for two weeks', async () => {
  const { ada, clock, advance } = fixture
  const event = await pastEvent([ada])
  const until = new Date(askedAt(event) + 14 * DAY)
  expect(await own(ada, event)).toEqual({ openUntil: until.toISOString() })
  await give(ada, event, 3, 'Good')
  await give(ada, event, 4, 'Very good', true)
  expect((await own(ada, event)).own).toEqual({ rating: 4, sentence: 'Very good', isNamed: true })
  expect(await results(event)).toEqual({ answered: 1 })
  const left = until.getTime() - clock()
  advance(left)
  const actor = { id: ada.uid, role: 'member', email: '', sessionHash: '' } as const
  const late = fixture.services.conversation.feedback.give(actor, event.id, {
    rating: 1,
    sentence: '',
    isNamed: false,
  })
  await expect(late).rejects.toMatchObject({ code: 'feedback_closed' })
  expect(await fixture.services.conversation.feedback.own(actor, event.id)).toEqual({
    own: { rating: 4, sentence: 'Very good', isNamed: true },
  })
  advance(-left)
})

test('only people who attended can give feedback, and only after an event that was not cancelled', async () => {
  const { ada, grace, organiser, putEvent, putRsvp } = fixture
  const event = await pastEvent([ada, organiser])
  await putRsvp(event, grace.uid, 'going', { ticket: 9 })
  for (const who of [grace, organiser]) {
    expect(await own(who, event)).toEqual({})
    expect(code(await give(who, event, 5))).toEqual([409, 'not_attended'])
  }
  const cancelled = await pastEvent([ada], { status: 'cancelled' })
  expect(code(await give(ada, cancelled, 5))).toEqual([409, 'event_cancelled'])
  expect(code(await give(ada, await putEvent({}, [ada.uid]), 5))).toEqual([409, 'not_over'])
  const hidden = await pastEvent([ada], { hidden: { event: { reason: 'Spam', at: event.startsAt } } })
  expect((await give(ada, hidden, 5)).statusCode).toBe(404)
  for (const rating of [0, 6, 2.5]) expect((await give(ada, event, rating)).statusCode).toBe(400)
  expect((await give(ada, event, 5, 'x'.repeat(501))).statusCode).toBe(400)
})

test('everyone who was going can give feedback if check-in was not used', async () => {
  const { ada, grace, putRsvp } = fixture
  const event = await pastEvent([])
  await putRsvp(event, ada.uid, 'going', { ticket: 1 })
  await putRsvp(event, grace.uid, 'maybe')
  expect((await give(ada, event, 5)).statusCode).toBe(200)
  expect(code(await give(grace, event, 5))).toEqual([409, 'not_attended'])
})

test('attendees are asked once, on the next morning, unless they have answered or the event was cancelled', async () => {
  const { ada, grace, services, clock, advance } = fixture
  const job = () => services.jobs.find(({ name }) => name === 'reminders')!.run()
  await job()
  const event = await pastEvent([ada, grace])
  const cancelled = await pastEvent([ada], { status: 'cancelled' })
  await give(grace, event, 4)
  const received = async (who: Person) => {
    await services.notifications.notifications.idle()
    const { items } = await services.notifications.notifications.list(who.uid)
    return items.flatMap(({ topic, subject, text }) =>
      topic === 'eventFeedback' && [event.id, cancelled.id].includes(subject.id) ? [text] : [],
    )
  }
  const left = askedAt(event) - clock()
  advance(left - MINUTE)
  await job()
  const before = await received(ada)
  advance(2 * MINUTE)
  await Promise.all([job(), job()])
  advance(DAY)
  await job()
  const after = [await received(ada), await received(grace)]
  advance(-left - MINUTE - DAY)
  expect(before).toEqual([])
  expect(after).toEqual([['How was Dinner? Give the hosts a rating and one sentence.'], []])
})

test('the export has the feedback, and a deleted account leaves it without a name', async () => {
  const guest = guests[5]!
  const event = await pastEvent([guest])
  await give(guest, event, 4, 'Lovely', true)
  const exported = await fixture.services.conversation.feedback.exportOf(guest.uid)
  expect(exported).toEqual([
    {
      event: event.id,
      rating: 4,
      sentence: 'Lovely',
      isNamed: true,
      answeredAt: expect.any(String) as unknown,
    },
  ])
  await fixture.services.conversation.feedback.forget(guest.uid)
  const stored = await allOf(fixture.store, eventFeedback, {})
  expect(stored.find((each) => each.event === event.id)).toEqual({
    id: expect.any(String) as unknown,
    event: event.id,
    rating: 4,
    sentence: 'Lovely',
  })
  const authors = await allOf(fixture.store, feedbackAuthors, {})
  expect(authors.filter(({ member }) => member === guest.uid)).toEqual([])
})
