import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { MeetingDetails, MeetingProposal } from '#shared/meetings/schema.ts'
import { DAY } from '#shared/lib/durations.ts'
import { type EmailFixture, startEmailFixture } from '#server/testing/fixtures/email-fixture.ts'

type Person = EmailFixture['ada']

const fixture = await startEmailFixture()
beforeAll(async () => {
  const { ada, grace, organiser } = fixture
  for (const person of [ada, grace]) await connect(organiser, person)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.sent()
  fixture.server.clear()
})

async function connect(one: Person, other: Person) {
  await one.call('POST', '/api/connections', { body: { memberId: other.uid, note: '' } })
  await other.call('POST', '/api/connections', { body: { memberId: one.uid, note: '' } })
}

/** Noon in UTC, `days` ahead. */
const noonIn = (days: number) => {
  const day = new Date(fixture.clock() + days * DAY).toISOString().slice(0, 10)
  return `${day}T12:00:00.000Z`
}

async function succeed(person: Person, method: 'POST' | 'PUT', path: string, body: object = {}) {
  const answer = await person.call(method, `/api/meetings${path}`, { body })
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
  return (answer.statusCode === 204 ? {} : answer.json()) as MeetingDetails
}

const propose = (others: readonly Person[], more: Partial<MeetingProposal> = {}) =>
  succeed(fixture.organiser, 'POST', '', {
    purpose: 'Who bakes for whom',
    kind: 'advice',
    participants: others.map(({ uid }) => uid),
    durationMinutes: 60,
    slots: [noonIn(2), noonIn(3)],
    place: 'The corner café',
    joinUrl: '',
    agenda: [],
    ...more,
  })

/** The day as an email names it, in Kathmandu 5:45 ahead of UTC. */
const dayIn = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  })
    .format(new Date(instant))
    .replace(',', '')

test('the email of a proposed meeting names every time and the deadline in the zone of its reader', async () => {
  const { ada, changeMember } = fixture
  await changeMember(ada.uid, { timeZone: 'Asia/Kathmandu' })
  const { slots, expiresAt } = await propose([ada])
  const [mail] = await fixture.sent(ada)
  const times = slots.map(
    ({ startsAt }) => `${dayIn(startsAt, 'Asia/Kathmandu')}, 17:45–18:45, Kathmandu time`,
  )
  const text = mail!.parsed.text!.replaceAll(/\s+/g, ' ')
  expect(text).toContain(`Proposed times: ${times.join(' ')}`)
  const deadline = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Kathmandu' })
  const by = `${dayIn(expiresAt!, 'Asia/Kathmandu')}, ${deadline.format(new Date(expiresAt!))}, Kathmandu time`
  expect(text).toContain(`Vote by: ${by}`)
  expect(mail!.parsed.subject).toBe(`Growth meeting proposed: Who bakes for whom, vote by ${by}`)
  for (const part of [...times, by]) expect(mail!.parsed.html).toContain(part)
})

test('one email contains the new place, the time and who left, if both change within a minute', async () => {
  const { ada, grace, organiser, changeMember } = fixture
  await changeMember(organiser.uid, { timeZone: 'Europe/Lisbon' })
  const { id, slots } = await propose([ada, grace])
  await succeed(organiser, 'POST', `/${id}/choose`, { slot: slots[0]!.startsAt })
  await fixture.sent()
  fixture.server.clear()
  const edit = { purpose: 'Who bakes for whom', place: 'The library', joinUrl: '', agenda: [] }
  const headers = { 'if-match': '"1"' }
  const edited = await organiser.call('PUT', `/api/meetings/${id}`, { body: edit, headers })
  expect(edited.statusCode).toBe(200)
  await succeed(grace, 'POST', `/${id}/leave`, { reason: 'A cold' })
  await fixture.sent()
  const [toAda, ...others] = await fixture.sent(ada)
  expect(others).toEqual([])
  expect(toAda!.parsed.subject).toContain('Growth meeting changed: Who bakes for whom, ')
  expect(toAda!.parsed.text).toContain('Your growth meeting has a new place: Who bakes for whom, The library')
  expect(toAda!.parsed.text).toMatch(/When: .*17:45–18:45, Kathmandu time/)
  expect(toAda!.parsed.attachments).toHaveLength(1)
  const [toOrganiser] = await fixture.sent(organiser)
  expect(toOrganiser!.parsed.text).toContain('Grace left your growth meeting: Who bakes for whom')
  expect(toOrganiser!.parsed.text).toContain('Not coming: Grace: A cold')
})

test('the email that asks the organiser to choose a time lists all times and the deadline', async () => {
  const { ada, organiser } = fixture
  const { id, slots } = await propose([ada])
  const votes = slots.map(({ startsAt }) => ({ slot: startsAt, vote: 'ifNeeded' }))
  await succeed(ada, 'PUT', `/${id}/votes`, { votes })
  const [mail] = await fixture.sent(organiser)
  expect(mail!.parsed.subject).toMatch(/^Choose a time: Who bakes for whom, choose by .* time$/)
  expect(mail!.parsed.text).toContain('Everyone has voted, and no time suits all.')
  expect(mail!.parsed.text).toMatch(/Proposed times: .*12:00–13:00, Lisbon time/)
})
