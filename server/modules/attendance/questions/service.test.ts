import { randomUUID } from 'node:crypto'

import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import type { CheckInListAnswer } from '#shared/attendance/check-in.ts'
import type { RosterPage } from '#shared/programme/roster.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { AnswerEdit, AnswerTotals, Question } from '#shared/events/questions.ts'
import { DAY, HOUR } from '#shared/lib/durations.ts'
import type { Page } from '#shared/lib/page.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import { editOf, type EventDocument, events } from '#server/modules/events/events/collection.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'

import { eventAnswers } from './collection.ts'

const asked = (kind: Question['kind'], label: string, more: Partial<Question> = {}): Question => ({
  id: randomUUID(),
  kind,
  label,
  required: false,
  ...more,
})
const diet = asked('oneChoice', 'Diet', {
  required: true,
  options: ['Vegan', 'Vegetarian', 'Anything'],
  perGuest: true,
  atCheckIn: true,
})
const topics = asked('severalChoices', 'Topics', { options: ['Bread', 'Wine'] })
const wish = asked('longText', 'Anything else?')
const photos = asked('consent', 'I agree to photos.', { required: true })
const QUESTIONS = [diet, topics, wish, photos]

const to = ({ id }: Question, ...values: string[]): AnswerEdit => ({ question: id, values })
const ofGuest = (question: Question, value: string): AnswerEdit => ({ ...to(question, value), guest: 0 })
const COMPLETE = [to(diet, 'Vegan'), to(photos, 'Yes')]

let event: EventDocument
const fixture = await startOrganiserFixture()
afterAll(() => fixture.close())
beforeEach(async () => {
  event = await fixture.putEvent({ questions: QUESTIONS, guestsMax: 2, startsAt: inHours(48) })
})

type Person = OrganiserFixture['ada']
const at = (path: string) => `/api/events/${event.id}/${path}`
const rsvp = (who: Person, body: object) =>
  who.call('PUT', at('rsvp'), { body: { state: 'going', guests: 0, ...body } })
const details = async (who: Person) => (await who.call('GET', `/api/events/${event.id}`)).json<EventDetails>()
const totals = async () => (await fixture.organiser.call('GET', at('answers'))).json<AnswerTotals>().items
const change = (more: Partial<EventDocument>) =>
  fixture.store.transact(async (tx) => tx.put(events, { ...(await tx.get(events, event.id))!, ...more }))
const fieldsOf = (response: Awaited<ReturnType<typeof rsvp>>) =>
  response.json<{ fields: Record<string, string> }>().fields

describe('an RSVP to an event with questions', () => {
  test('a member gets a place only with answers to the required questions, also for each guest', async () => {
    const { ada } = fixture
    const none = await rsvp(ada, {})
    expect(none.statusCode).toBe(400)
    expect(fieldsOf(none)).toEqual({
      [`answers.${diet.id}`]: 'Choose one.',
      [`answers.${photos.id}`]: 'You have to agree to this to RSVP.',
    })
    expect(fieldsOf(await rsvp(ada, { guests: 1, answers: COMPLETE }))).toEqual({
      [`answers.${diet.id}:0`]: 'Choose one.',
    })
    expect((await details(ada)).mine).toBeUndefined()

    const answers = [...COMPLETE, ofGuest(diet, 'Anything')]
    expect((await rsvp(ada, { guests: 1, answers })).statusCode).toBe(200)
    expect((await details(ada)).answers).toEqual([
      { question: diet.id, kind: 'oneChoice', label: 'Diet', values: ['Vegan'] },
      { question: photos.id, kind: 'consent', label: 'I agree to photos.', values: ['yes'] },
      { question: diet.id, guest: 0, kind: 'oneChoice', label: 'Diet', values: ['Anything'] },
    ])
  })

  test('members who answer maybe or can’t go are asked nothing', async () => {
    expect((await rsvp(fixture.ada, { state: 'maybe' })).statusCode).toBe(200)
    expect((await rsvp(fixture.ada, { state: 'declined' })).statusCode).toBe(200)
  })

  test('answers are kept when a member declines, and are not asked again', async () => {
    const { ada } = fixture
    await rsvp(ada, { answers: COMPLETE })
    await rsvp(ada, { state: 'declined' })
    expect((await rsvp(ada, {})).statusCode).toBe(200)
    expect((await details(ada)).answers).toHaveLength(2)
  })

  test('a member who moves up from the waitlist keeps seat and answers, whatever was asked in the meantime', async () => {
    const { ada, grace } = fixture
    event = await fixture.putEvent({ questions: QUESTIONS, capacity: 1, startsAt: inHours(48) })
    await rsvp(grace, { answers: COMPLETE })
    expect((await rsvp(ada, { answers: COMPLETE })).json()).toMatchObject({ mine: { state: 'waitlisted' } })
    await change({ questions: [...QUESTIONS, asked('shortText', 'Phone', { required: true })] })
    await rsvp(grace, { state: 'declined' })
    expect(await details(ada)).toMatchObject({ mine: { state: 'going' }, answers: [{}, {}] })
    expect((await rsvp(ada, {})).statusCode).toBe(200)
  })

  test.each([
    ['a choice that does not exist', [to(diet, 'Meat'), to(photos, 'Yes')], diet],
    ['two choices where one is asked for', [to(diet, 'Vegan', 'Vegetarian'), to(photos, 'Yes')], diet],
    ['a required answer of spaces', [to(diet, '  '), to(photos, 'Yes')], diet],
    [
      'a required answer of characters that show nothing',
      [to(diet, '\u200B\u2060'), to(photos, 'Yes')],
      diet,
    ],
  ])('%s is refused with an error of that question', async (_, answers, { id }) => {
    const response = await rsvp(fixture.ada, { answers })
    expect(response.statusCode).toBe(400)
    expect(Object.keys(fieldsOf(response))).toEqual([`answers.${id}`])
  })

  test('HTML and control characters in an answer are stored as text', async () => {
    const own = [...COMPLETE, to(wish, '<b>Salt</b>\u202E\u0000 please')]
    await rsvp(fixture.ada, { answers: own })
    const { answers } = await details(fixture.ada)
    expect(answers?.find(({ question }) => question === wish.id)?.values).toEqual(['<b>Salt</b> please'])
  })
})

describe('answers', () => {
  const replace = (who: Person, answers: AnswerEdit[]) =>
    who.call('PUT', at('answers'), { body: { answers } })

  test('a member changes their answers until RSVPs close', async () => {
    const { ada } = fixture
    expect((await replace(ada, COMPLETE)).json()).toMatchObject({ code: 'no_rsvp' })
    await rsvp(ada, { answers: COMPLETE })
    const own = [to(diet, 'Vegetarian'), to(photos, 'Yes')]
    expect((await replace(ada, own)).statusCode).toBe(200)
    expect((await details(ada)).answers?.[0]?.values).toEqual(['Vegetarian'])
    await change({ rsvpDeadline: inHours(-1) })
    expect((await replace(ada, COMPLETE)).json()).toMatchObject({ code: 'rsvp_closed' })
  })

  test('organisers see totals, the roster, the file and notes for check-in; other members see nothing', async () => {
    const { ada, grace, organiser, rival } = fixture
    await rsvp(ada, {
      guests: 1,
      answers: [...COMPLETE, to(topics, 'Bread', 'Wine'), ofGuest(diet, 'Vegan')],
    })
    await rsvp(grace, { answers: [to(diet, 'Anything'), to(photos, 'Yes')] })
    const [byDiet, byTopic, byWish, byPhotos] = await totals()
    expect(byDiet).toMatchObject({
      isCurrent: true,
      answered: 3,
      choices: [
        { value: 'Vegan', count: 2 },
        { value: 'Anything', count: 1 },
      ],
    })
    expect(byTopic).toMatchObject({ answered: 1, choices: [{ value: 'Bread' }, { value: 'Wine' }] })
    expect(byWish).toMatchObject({ answered: 0, choices: [] })
    expect(byPhotos).toMatchObject({ answered: 2, choices: [] })

    const { items } = (await organiser.call('GET', at('roster'))).json<RosterPage>()
    expect(items.map(({ member, answers }) => [member.displayName, answers?.[0]?.values])).toEqual([
      ['Ada', ['Vegan']],
      ['Grace', ['Anything']],
    ])
    const csv = (await organiser.call('GET', at('roster.csv'))).body
    expect(csv).toContain('Diet,Topics,Anything else?,I agree to photos.,Diet (guest 1)')
    expect(csv).toContain('Vegan,"Bread; Wine",,Yes,Vegan')
    const list = (await organiser.call('GET', at('check-in-list'))).json<CheckInListAnswer>()
    expect(list.items?.map(({ notes }) => notes)).toEqual([
      ['Diet: Vegan', 'Guest 1, Diet: Vegan'],
      ['Diet: Anything'],
    ])

    for (const other of [ada, rival]) expect((await other.call('GET', at('answers'))).statusCode).toBe(403)
    expect((await details(grace)).answers?.[0]?.values).toEqual(['Anything'])
    expect((await details(rival)).answers).toBeUndefined()
  })

  test('an answer keeps its original question when the question is reworded or removed', async () => {
    await rsvp(fixture.ada, { answers: COMPLETE })
    await change({ questions: [{ ...diet, label: 'What do you eat?' }] })
    expect((await totals()).map(({ label, isCurrent, answered }) => [label, isCurrent, answered])).toEqual([
      ['What do you eat?', true, 0],
      ['Diet', false, 1],
      ['I agree to photos.', false, 1],
    ])
    await replace(fixture.ada, [to(diet, 'Vegan')])
    expect((await details(fixture.ada)).answers?.map(({ label }) => label)).toEqual([
      'What do you eat?',
      'I agree to photos.',
    ])
  })

  test('answers of someone who gave up their seat are not shown to organisers', async () => {
    await rsvp(fixture.ada, { answers: COMPLETE })
    await rsvp(fixture.ada, { state: 'declined' })
    expect((await totals())[0]).toMatchObject({ answered: 0 })
    const { items } = (await fixture.organiser.call('GET', at('roster'))).json<RosterPage>()
    expect(items[0]).not.toHaveProperty('answers')
  })

  test('answers about a guest who no longer comes leave the totals, the file and the check-in list', async () => {
    const { ada, organiser } = fixture
    const about = (guest: number) => ({ ...to(diet, 'Vegan'), guest })
    await rsvp(ada, { guests: 2, answers: [...COMPLETE, about(0), about(1)] })
    expect((await totals())[0]).toMatchObject({ answered: 3 })

    expect((await rsvp(ada, { guests: 1 })).statusCode).toBe(200)
    expect((await totals())[0]).toMatchObject({ answered: 2, choices: [{ value: 'Vegan', count: 2 }] })
    expect((await organiser.call('GET', at('roster.csv'))).body).not.toContain('Diet (guest 2)')
    const list = (await organiser.call('GET', at('check-in-list'))).json<CheckInListAnswer>()
    expect(list.items?.map(({ notes }) => notes)).toEqual([['Diet: Vegan', 'Guest 1, Diet: Vegan']])

    await change({ questions: [] })
    await rsvp(ada, { guests: 0 })
    expect((await details(ada)).answers).toBeUndefined()
    expect((await totals()).find(({ label }) => label === 'Diet')).toMatchObject({ answered: 1 })
  })

  test('someone who returns with fewer guests keeps only the answers about those who come', async () => {
    await rsvp(fixture.ada, { guests: 1, answers: [...COMPLETE, ofGuest(diet, 'Anything')] })
    await rsvp(fixture.ada, { state: 'declined' })
    expect((await rsvp(fixture.ada, { guests: 0 })).statusCode).toBe(200)
    expect((await totals())[0]).toMatchObject({ answered: 1, choices: [{ value: 'Vegan', count: 1 }] })
  })

  test('a member’s answers are in their export, and leave with their account', async () => {
    const member = await fixture.member()
    await rsvp(member, { answers: COMPLETE })
    const { questions } = fixture.services.attendance
    expect(await questions.exportOf(member.uid)).toMatchObject([{ answers: [{ values: ['Vegan'] }, {}] }])
    await questions.forget(member.uid)
    expect(await fixture.store.get(eventAnswers, `${event.id} ${member.uid}`)).toBeUndefined()
    expect(await questions.exportOf(member.uid)).toEqual([])
  })
})

describe('questions of an event', () => {
  async function edited(questions: unknown) {
    const document = await fixture.store.get(events, event.id)
    return fixture.organiser.call('PUT', `/api/events/${event.id}`, {
      headers: { 'if-match': `"${document!.version}"` },
      body: { ...editOf(document!), questions },
    })
  }

  test('an organiser adds questions, each with at least two choices where there are choices', async () => {
    expect((await edited([diet, wish])).statusCode).toBe(200)
    expect((await details(fixture.ada)).questions).toEqual([diet, wish])
    const refused = await edited([
      { ...topics, options: ['Only one'] },
      { ...wish, id: topics.id },
    ])
    expect(fieldsOf(refused)).toEqual({
      'questions.0.options': 'Enter at least two choices.',
      questions: 'Each question needs an id of its own.',
    })
  })

  test('characters that reverse a question are removed, and a blank question is refused', async () => {
    expect((await edited([{ ...wish, label: 'Any\u202Ething?' }])).statusCode).toBe(200)
    expect((await details(fixture.ada)).questions?.[0]?.label).toBe('Anything?')
    expect(fieldsOf(await edited([{ ...wish, label: '\u200B' }]))).toHaveProperty(['questions.0.label'])
  })

  test('people who are going are notified of new questions once, and never of a new wording', async () => {
    const { ada, grace } = fixture
    await rsvp(ada, { answers: COMPLETE })
    await rsvp(grace, { state: 'maybe' })
    const toldOf = async (who: Person) => {
      await fixture.services.notifications.notifications.idle()
      const { items } = (await who.call('GET', '/api/notifications')).json<Page<Notification>>()
      return items.flatMap(({ topic, text }) => (topic === 'questionsAdded' ? [text] : []))
    }
    await edited([{ ...diet, label: 'Your diet' }, topics, wish, photos])
    expect(await toldOf(ada)).toEqual([])
    await edited([diet, photos, asked('shortText', 'Shoe size')])
    expect([await toldOf(ada), await toldOf(grace)]).toEqual([
      [`${event.title} has a new question for people who are going.`],
      [],
    ])
  })

  test('an event asks at most eight questions', async () => {
    const nine = Array.from({ length: 9 }, () => asked('shortText', 'Why?'))
    expect((await edited(nine)).statusCode).toBe(400)
  })
})

// The last test, because it moves the clock by months, after which nobody is signed in.
test('answers are deleted 90 days after the end of their event, wherever it was moved', async () => {
  const { questions } = fixture.services.attendance
  const exported = async () =>
    (await questions.exportOf(fixture.ada.uid)).some(({ event: id }) => id === event.id)
  await rsvp(fixture.ada, { answers: COMPLETE })
  const endsAt = new Date(Date.parse(event.endsAt) + 10 * DAY).toISOString()
  await change({ endsAt })
  const until = (instant: string) => Date.parse(instant) + 90 * DAY - fixture.clock()
  fixture.advance(until(event.endsAt) + HOUR)
  await questions.deleteDue()
  expect(await exported()).toBe(true)
  const earlier = new Date(Date.parse(endsAt) - 5 * DAY).toISOString()
  await fixture.store.transact(async (tx) => {
    const stored = (await tx.get(events, event.id))!
    tx.put(events, { ...stored, endsAt: earlier })
  })
  fixture.advance(until(earlier) - HOUR)
  await questions.deleteDue()
  expect(await exported()).toBe(true)
  fixture.advance(until(earlier) + HOUR)
  await questions.deleteDue()
  expect(await exported()).toBe(false)
})
