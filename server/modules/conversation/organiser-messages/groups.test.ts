import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'

import type { GroupMessages, MessageGroup } from '#shared/conversation/organiser-messages/schema.ts'
import type { Question } from '#shared/events/questions.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'
import { type RosterFixture, startRosterFixture } from '#server/testing/fixtures/roster-fixture.ts'

const fixture = await startRosterFixture()
afterAll(() => fixture.close())

const diet: Question = {
  id: randomUUID(),
  kind: 'oneChoice',
  label: 'Diet',
  required: false,
  options: ['Vegetarian', 'Anything'],
}
const vegetarians: MessageGroup = { kind: 'answered', question: diet.id, value: 'Vegetarian' }

async function send(
  { id }: EventDocument,
  group: MessageGroup,
  options: { who?: RosterFixture['ada']; text?: string; key?: string } = {},
) {
  const { who = fixture.organiser, text = 'The hall is upstairs', key = randomUUID() } = options
  const answer = await who.call('POST', `/api/events/${id}/messages`, {
    body: { group, text },
    headers: { 'idempotency-key': key },
  })
  const { recipients, code } = answer.json<{ recipients?: number; code?: string }>()
  return recipients ?? code
}

async function sizes({ id }: EventDocument) {
  const { groups } = (await fixture.organiser.call('GET', `/api/events/${id}/messages`)).json<GroupMessages>()
  return Object.fromEntries(groups.map(({ group, people }) => [group.value ?? group.kind, people]))
}

test('a message reaches exactly the members of its group, with the count that was shown', async () => {
  const { ada, admin, grace, rival } = fixture
  const event = await fixture.putEvent({ startsAt: inHours(-1), endsAt: inHours(1), questions: [diet] })
  await fixture.putRsvp(event, ada.uid, 'going', { checkedInAt: inHours(-1) })
  await fixture.putRsvp(event, grace.uid, 'going')
  await fixture.putRsvp(event, rival.uid, 'waitlisted', { ticket: 3 })
  await fixture.putRsvp(event, admin.uid, 'maybe')
  await fixture.putRsvp(event, fixture.organiser.uid, 'going')
  const none = { going: 2, maybe: 1, waitlist: 1, checkedIn: 1, notCheckedIn: 1 }
  expect(await sizes(event)).toEqual({ ...none, Vegetarian: 0, Anything: 0 })
  expect(await send(event, { kind: 'notCheckedIn' })).toBe(1)
  expect(await fixture.notified(grace, event)).toEqual([`Olga about ${event.title}: The hall is upstairs`])
  for (const other of [ada, rival, admin]) expect(await fixture.notified(other, event)).toEqual([])
  expect(await send(event, { kind: 'waitlist' }, { text: 'Stay around' })).toBe(1)
  expect(await fixture.notified(rival, event)).toEqual([`Olga about ${event.title}: Stay around`])
  expect(JSON.stringify(await fixture.audited(event))).not.toContain('upstairs')
})

test('members who chose an answer are a group, as long as they have an RSVP', async () => {
  const { ada, grace } = fixture
  const event = await fixture.putEvent({ startsAt: inHours(72), questions: [diet] })
  const answer = (who: typeof ada, value: string) =>
    who.call('PUT', `/api/events/${event.id}/rsvp`, {
      body: { state: 'going', guests: 0, answers: [{ question: diet.id, values: [value] }] },
    })
  await answer(ada, 'Vegetarian')
  await answer(grace, 'Anything')
  expect(await sizes(event)).toMatchObject({ Vegetarian: 1, Anything: 1 })
  expect(await send(event, vegetarians)).toBe(1)
  expect(await fixture.notified(grace, event)).toEqual([])
  await fixture.respond(ada, event, 'declined')
  expect(await sizes(event)).toMatchObject({ Vegetarian: 0, Anything: 1 })
  expect(await send(event, vegetarians)).toBe('no_recipients')
  expect(await send(event, { kind: 'answered' })).toBe('no_recipients')
})

test('blocked and suspended members are not counted and get no message', async () => {
  const { ada, grace, organiser } = fixture
  const event = await fixture.putEvent({ startsAt: inHours(72) }, [ada.uid, grace.uid])
  await ada.call('PUT', `/api/blocks/${organiser.uid}`)
  expect(await sizes(event)).toMatchObject({ going: 1 })
  expect(await send(event, { kind: 'going' })).toBe(1)
  await ada.call('DELETE', `/api/blocks/${organiser.uid}`)
  expect(await fixture.notified(ada, event)).toEqual([])
  await fixture.changeMember(grace.uid, { status: 'suspended' })
  expect(await sizes(event)).toMatchObject({ going: 1 })
  await fixture.changeMember(grace.uid, { status: 'active' })
})

test('a repeated request sends once, and a host sends ten messages to groups a day', async () => {
  const { ada, organiser } = fixture
  fixture.advance(25 * 60 * 60 * 1_000)
  const event = await fixture.putEvent({ startsAt: inHours(72) }, [ada.uid])
  const key = randomUUID()
  expect(await send(event, { kind: 'going' }, { key })).toBe(1)
  expect(await send(event, { kind: 'going' }, { key })).toBe(1)
  expect(await fixture.notified(ada, event)).toHaveLength(1)
  for (let sent = 1; sent < 10; sent += 1) expect(await send(event, { kind: 'going' })).toBe(1)
  expect(await send(event, { kind: 'going' })).toBe('message_limit')
  const { sent } = (await organiser.call('GET', `/api/events/${event.id}/messages`)).json<GroupMessages>()
  expect(sent).toHaveLength(10)
  expect(sent[0]).toMatchObject({ group: { kind: 'going' }, by: { displayName: 'Olga' }, recipients: 1 })
})

test('drafts, hidden events and events of others have no messages', async () => {
  const { ada, rival } = fixture
  expect(await send(await fixture.putEvent({ status: 'draft' }), { kind: 'going' })).toBe('not_published')
  const event = await fixture.putEvent({}, [ada.uid])
  expect(await send(event, { kind: 'going' }, { who: rival })).toBe('not_your_event')
  expect(await send(event, { kind: 'going' }, { who: ada })).toBe('role_required')
  expect(await send(event, { kind: 'going' }, { text: ' \u200B ' })).toBe('invalid_input')
})
