import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import { invitations } from '#server/modules/accounts/invitations/collection.ts'
import { invitationId } from '#server/modules/accounts/invitations/tokens.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { tablePlans } from '#server/modules/rounds/tables/collection.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { type EmailFixture, startEmailFixture } from '#server/testing/fixtures/email-fixture.ts'

import { eventGuests } from './collection.ts'

type Person = EmailFixture['ada']

let fixture: EmailFixture

/** All but Stan agree to be named, and are at an event to which Ada brings a guest. */
let ada: Person
let grace: Person
let lin: Person
let stan: Person
let event: EventDocument
let email: string
let link: string | undefined
beforeEach(async () => {
  fixture = await startEmailFixture({ env: { LANGUAGES: 'en,de' } })
  const named = async (displayName: string, namedToGuests?: boolean) => {
    const person = await fixture.member()
    const onboardedAt = '2026-01-02T10:00:00.000Z'
    await fixture.changeMember(person.uid, { displayName, namedToGuests, onboardedAt })
    return person
  }
  ;[ada, grace, lin, stan] = [
    await named('Ada', true),
    await named('Grace', true),
    await named('Lin', true),
    await named('Stan'),
  ]
  const startsAt = new Date(fixture.clock() + DAY).toISOString()
  const going = [ada, grace, lin, stan].map(({ uid }) => uid)
  event = await fixture.putEvent({ title: 'Supper', startsAt, openToGuests: true }, going)
  email = `${randomUUID()}@example.org`
  await ada.call('POST', `/api/events/${event.id}/guests`, { body: { name: 'Gus Guest', email } })
  link = /\?guest=([\w-]{22})/.exec((await fixture.sent({ email }))[0]?.parsed.text ?? '')?.[1]
  await fixture.visitor('POST', '/api/guests/rsvp', { body: { link, state: 'going' } })
})
afterEach(() => fixture.close())

const guestId = async () =>
  (await fixture.store.find(eventGuests, { where: { email }, limit: 1, orderBy: 'createdAt' })).items[0]!.id

const seatAt = async (
  tables: readonly (readonly [Person | undefined, ...number[]])[],
  publishedAt?: string,
) => {
  const guest = await guestId()
  await fixture.store.transact(async (tx) =>
    tx.put(tablePlans, {
      id: event.id,
      version: 1,
      rounds: 2,
      size: 2,
      together: [],
      apart: [],
      tables: 4,
      seats: tables.map(([person, ...at]) => ({ member: person?.uid ?? guest, tables: at })),
      publishedAt,
    }),
  )
}

/** The sentence about members in the invitation to join, half a day after the event. */
async function namesInInvitation() {
  fixture.advance(2 * DAY)
  await fixture.services.attendance.guests.ending.inviteToJoin()
  const text = (await fixture.sent({ email })).at(-1)!.parsed.text ?? ''
  expect(text).toContain('invites you to join')
  return /You might remember these members from Supper: (.*)\./.exec(text)?.[1]
}

test('after a small event, the invitation to join names those who agreed, without the inviter', async () => {
  expect(await namesInInvitation()).toMatch(/^(Grace and Lin|Lin and Grace)$/)
})

test('a guest is invited to join in the language in which they answered last', async () => {
  const body = { link, state: 'going' }
  await fixture.visitor('POST', '/api/guests/rsvp', { body, headers: { 'accept-language': 'de' } })
  fixture.advance(2 * DAY)
  await fixture.services.attendance.guests.ending.inviteToJoin()
  const { parsed } = (await fixture.sent({ email })).at(-1)!
  expect(parsed.headers.get('content-language')).toBe('de')
  expect(parsed.text).toContain('lädt dich ein')
})

test('an invitation that an admin sends again has the same language and names', async () => {
  expect(await namesInInvitation()).toMatch(/Grace|Lin/)
  const { sender } = fixture.services.accounts.invitations
  const id = invitationId(email)
  const { version } = (await fixture.store.get(invitations, id))!
  await sender.resend({ id: ada.uid, role: 'admin', email: '', sessionHash: '' }, id, version)
  expect((await fixture.sent({ email })).at(-1)!.parsed.text).toMatch(/Grace and Lin|Lin and Grace/)
})

test('where people sat at tables, the invitation names those who shared one with the guest', async () => {
  await seatAt(
    [
      [undefined, 1, 2],
      [ada, 1, 1],
      [grace, 2, 2],
      [lin, 3, 1],
      [stan, 1, 2],
    ],
    '2026-01-02T10:00:00.000Z',
  )
  expect(await namesInInvitation()).toBe('Grace')
})

test('nobody is named by a table that the guest has no seat at', async () => {
  await seatAt(
    [
      [undefined, 0, 0],
      [grace, 0, 1],
      [lin, 1, 0],
    ],
    '2026-01-02T10:00:00.000Z',
  )
  expect(await namesInInvitation()).toBeUndefined()
})

test('a plan that was never published does not count', async () => {
  await seatAt([
    [undefined, 1, 1],
    [grace, 1, 1],
    [lin, 2, 2],
  ])
  expect(await namesInInvitation()).toMatch(/Grace.*Lin|Lin.*Grace/)
})

test('nobody is named at a large event without tables', async () => {
  for (let more = 0; more < 20; more += 1) await fixture.putRsvp(event, `someone-${more}`, 'going')
  expect(await namesInInvitation()).toBeUndefined()
})

test('someone who did not come, is suspended, withdrew the agreement or is blocked by the inviter is not named', async () => {
  const people = [grace, lin, await fixture.member(), await fixture.member()] as const
  const [absent, suspended, withdrawn, blocked] = people
  for (const { uid } of people) {
    await fixture.changeMember(uid, {
      displayName: `Person ${uid}`,
      namedToGuests: true,
      onboardedAt: '2026-01-02T10:00:00.000Z',
    })
    await fixture.putRsvp(event, uid, 'going')
  }
  await fixture.store.transact(async (tx) => {
    const checkedInAt = event.startsAt
    for (const id of [await guestId(), ...people.map(({ uid }) => uid), ada.uid]) {
      const rsvp = await tx.get(rsvps, joinedId(event.id, id))
      if (id !== absent.uid) tx.put(rsvps, { ...rsvp!, checkedInAt })
    }
  })
  await fixture.changeMember(suspended.uid, { status: 'suspended' })
  await fixture.changeMember(withdrawn.uid, { namedToGuests: false })
  await ada.call('PUT', `/api/blocks/${blocked.uid}`)
  expect(await namesInInvitation()).toBeUndefined()
})

test('an invitation that is sent after the guest’s data is deleted names nobody', async () => {
  const { peopleMet } = fixture.services.attendance.guests.ending
  const id = await guestId()
  expect(await peopleMet(id)).toBeDefined()
  fixture.advance(40 * DAY)
  await fixture.services.attendance.guests.ending.deleteDue()
  expect(await peopleMet(id)).toBeUndefined()
})
