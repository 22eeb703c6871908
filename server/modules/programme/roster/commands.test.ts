import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import type { RosterCandidate } from '#shared/programme/roster.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'
import { type RosterFixture, startRosterFixture } from '#server/testing/fixtures/roster-fixture.ts'

const fixture = await startRosterFixture()
afterAll(() => fixture.close())

describe('an event with one seat, which Ada has', () => {
  let event: EventDocument
  beforeEach(async () => {
    event = await fixture.putEvent({ capacity: 1, startsAt: inHours(72) })
    await fixture.respond(fixture.ada, event)
  })

  test('an organiser adds a member once to the chosen place, and the member is notified', async () => {
    const { grace, organiser } = fixture
    expect(await fixture.run(organiser, 'addition', event, grace)).toBe('event_full')
    expect(await fixture.run(organiser, 'addition', event, grace, { body: { place: 'aboveLimit' } })).toBe(
      'going',
    )
    expect(await fixture.run(organiser, 'addition', event, grace, { body: { place: 'aboveLimit' } })).toBe(
      'going',
    )
    expect((await fixture.seen(grace, event)).seats).toEqual({ going: 2, left: 0, waiting: 0 })
    expect(await fixture.notified(grace, event)).toEqual([`Olga added you to ${event.title}: you’re going.`])
    expect(await fixture.audited(event)).toMatchObject([
      { action: 'event.member_added', actor: organiser.uid, target: grace.uid, after: { state: 'going' } },
    ])
    expect(
      await fixture.run(fixture.admin, 'addition', event, fixture.rival, { body: { place: 'waitlist' } }),
    ).toBe('waitlisted')
    expect((await fixture.audited(event))[0]).toMatchObject({
      action: 'event.member_added_by_admin',
      actor: fixture.admin.uid,
    })
    expect(await fixture.run(organiser, 'addition', event, fixture.rival, { version: 1 })).toBe(
      'already_waitlisted',
    )
  })

  test('an event above its limit can be edited, but its limit cannot be lowered', async () => {
    await fixture.run(fixture.organiser, 'addition', event, fixture.grace, { body: { place: 'aboveLimit' } })
    const edit = (capacity: number, version: number) =>
      fixture.organiser.call('PUT', `/api/events/${event.id}`, {
        headers: { 'if-match': `"${version}"` },
        body: {
          title: 'Moved',
          summary: 'x',
          description: '',
          allDay: false,
          timeZone: 'Europe/Lisbon',
          startsAt: inHours(80),
          endsAt: inHours(82),
          format: 'inPerson',
          venue: event.venue,
          cover: '',
          visibility: 'members',
          guestsMax: 0,
          hosts: [],
          tags: [],
          capacity,
        },
      })
    expect((await edit(1, 1)).statusCode).toBe(200)
    expect((await edit(3, 2)).statusCode).toBe(200)
    expect((await edit(1, 3)).json()).toMatchObject({ fields: { capacity: expect.stringContaining('2') } })
  })

  test('someone who was removed reads why, cannot RSVP again, and can be added again', async () => {
    const { ada, grace, organiser } = fixture
    await fixture.respond(grace, event)
    const removal = { version: await fixture.versionOf(event, ada) }
    expect(await fixture.run(organiser, 'removal', event, ada, removal)).toBe('declined')
    expect(await fixture.run(organiser, 'removal', event, ada, removal)).toBe('declined')
    expect(await fixture.run(fixture.admin, 'removal', event, ada, removal)).toBe('not_on_roster')
    expect((await fixture.seen(grace, event)).mine?.state).toBe('going')
    expect((await fixture.seen(ada, event)).mine).toMatchObject({
      state: 'declined',
      removalReason: 'Only for founders',
    })
    expect((await fixture.respond(ada, event)).code).toBe('removed_by_organiser')
    expect((await fixture.respond(ada, event, 'maybe')).code).toBe('removed_by_organiser')
    expect((await fixture.respond(ada, event, 'declined')).mine.state).toBe('declined')
    expect(await fixture.notified(ada, event)).toEqual([
      `An organiser removed you from ${event.title}: Only for founders`,
    ])
    const { version } = (await fixture.entryOf(event, ada))!
    expect(
      await fixture.run(organiser, 'addition', event, ada, { version, body: { place: 'waitlist' } }),
    ).toBe('waitlisted')
    expect((await fixture.seen(ada, event)).mine).not.toHaveProperty('removalReason')
    expect((await fixture.audited(event)).map(({ action, reason }) => [action, reason])).toEqual([
      ['event.member_added', undefined],
      ['event.member_removed', 'Only for founders'],
    ])
  })

  test('only members who are passed over see the reason', async () => {
    const { ada, admin, grace, organiser, rival } = fixture
    for (const person of [grace, rival, admin]) await fixture.respond(person, event)
    const promotion = { version: await fixture.versionOf(event, rival) }
    expect(await fixture.run(organiser, 'promotion', event, rival, promotion)).toBe('event_full')
    const above = { ...promotion, body: { aboveLimit: true } }
    expect(await fixture.run(organiser, 'promotion', event, rival, above)).toBe('going')
    expect(await fixture.run(organiser, 'promotion', event, rival, above)).toBe('going')
    expect((await fixture.seen(grace, event)).mine).toEqual({
      state: 'waitlisted',
      guests: 0,
      position: 1,
      passedOverReason: 'Gives the talk',
    })
    expect((await fixture.seen(admin, event)).mine).toEqual({ state: 'waitlisted', guests: 0, position: 2 })
    expect(await fixture.notified(grace, event)).toEqual([
      `An organiser gave a seat at ${event.title} to someone behind you on the waitlist: Gives the talk`,
    ])
    expect(await fixture.notified(rival, event)).toEqual([
      `A seat opened up: you’re going to ${event.title}.`,
    ])
    expect([...(await fixture.notified(admin, event)), ...(await fixture.notified(ada, event))]).toEqual([])
    expect(await fixture.audited(event)).toMatchObject([
      { action: 'event.member_promoted', reason: 'Gives the talk' },
    ])
  })

  test('someone who withdrew meanwhile is not promoted, and two organisers who act at once do not overwrite each other', async () => {
    const { admin, grace, organiser } = fixture
    await fixture.respond(grace, event)
    const version = await fixture.versionOf(event, grace)
    const above = { version, body: { aboveLimit: true } }
    const both = await Promise.all([
      fixture.run(organiser, 'promotion', event, grace, above),
      fixture.run(admin, 'removal', event, grace, { version }),
    ])
    expect([
      ['going', 'stale_version'],
      ['not_waitlisted', 'declined'],
    ]).toContainEqual(both)
    const other = await fixture.putEvent({ capacity: 1 })
    await fixture.respond(fixture.ada, other)
    await fixture.respond(grace, other)
    const waited = await fixture.versionOf(other, grace)
    await fixture.respond(grace, other, 'declined')
    expect(
      await fixture.run(organiser, 'promotion', other, grace, {
        version: waited,
        body: { aboveLimit: true },
      }),
    ).toBe('not_waitlisted')
    await fixture.respond(grace, other)
    expect(
      await fixture.run(organiser, 'promotion', other, grace, {
        version: waited,
        body: { aboveLimit: true },
      }),
    ).toBe('stale_version')
    expect((await fixture.seen(grace, other)).seats).toEqual({ going: 1, left: 0, waiting: 1 })
  })
})

test('commands are refused between members separated by a block, and for suspended members', async () => {
  const { ada, grace, organiser } = fixture
  const event = await fixture.putEvent({ capacity: 1 }, [ada.uid])
  const attempts = () =>
    Promise.all(
      (['addition', 'removal', 'promotion', 'messages'] as const).map((command) =>
        fixture.run(organiser, command, event, ada),
      ),
    )
  const refused = Array.from({ length: 4 }, () => 'member_unavailable')
  await ada.call('PUT', `/api/blocks/${organiser.uid}`)
  expect(await attempts()).toEqual(refused)
  await ada.call('DELETE', `/api/blocks/${organiser.uid}`)
  await organiser.call('PUT', `/api/blocks/${ada.uid}`)
  expect(await attempts()).toEqual(refused)
  await organiser.call('DELETE', `/api/blocks/${ada.uid}`)
  await fixture.changeMember(ada.uid, { status: 'suspended' })
  expect(await attempts()).toEqual(refused)
  await fixture.changeMember(ada.uid, { status: 'active' })
  expect(await fixture.run(organiser, 'addition', event, { uid: 'nobody' })).toBe('member_unavailable')
  expect((await fixture.seen(grace, event)).seats).toEqual({ going: 1, left: 0, waiting: 0 })
  expect(await fixture.audited(event)).toEqual([])
})

test('a freed seat skips a suspended member, who gets the next one once restored', async () => {
  const { ada, admin, grace, organiser, rival } = fixture
  const event = await fixture.putEvent({ capacity: 1, startsAt: inHours(72) })
  for (const who of [ada, grace, rival]) await fixture.respond(who, event)
  const act = async (name: string, body: object) => {
    const { version } = (await fixture.store.get(members, grace.uid))!
    const headers = { 'if-match': `"${version}"` }
    return (await admin.call('POST', `/api/admin/members/${grace.uid}/${name}`, { body, headers })).statusCode
  }
  expect(await act('suspension', { reason: 'Spam' })).toBe(200)
  await fixture.respond(ada, event, 'declined')
  expect((await fixture.seen(rival, event)).mine).toMatchObject({ state: 'going' })
  expect(await fixture.entryOf(event, grace)).toMatchObject({ state: 'waitlisted', hasProfile: false })
  await fixture.respond(rival, event, 'declined')
  expect((await fixture.seen(organiser, event)).seats).toEqual({ going: 0, left: 1, waiting: 1 })
  expect(await act('restoration', {})).toBe(200)
  expect((await fixture.seen(grace, event)).mine).toMatchObject({ state: 'going' })
})

test('a message reaches one attendee once, at most three a day, and only who is on the roster', async () => {
  const { ada, grace, organiser } = fixture
  const event = await fixture.putEvent({}, [ada.uid])
  const key = 'a-key-of-the-browser'
  expect(await fixture.run(organiser, 'messages', event, ada, { key })).toBe('sent')
  expect(await fixture.run(organiser, 'messages', event, ada, { key })).toBe('sent')
  expect(await fixture.notified(ada, event)).toEqual([`Olga about ${event.title}: The hall is upstairs`])
  expect(await fixture.run(organiser, 'messages', event, ada, { body: { text: ' \u200B ' } })).toBe(
    'invalid_input',
  )
  expect(await fixture.run(organiser, 'messages', event, grace)).toBe('not_on_roster')
  await fixture.respond(grace, event, 'declined')
  expect(await fixture.run(organiser, 'messages', event, grace)).toBe('not_on_roster')
  await fixture.run(organiser, 'messages', event, ada)
  await fixture.run(organiser, 'messages', event, ada)
  expect(await fixture.run(organiser, 'messages', event, ada)).toBe('message_limit')
  fixture.advance(DAY)
  // The previous event has ended by now.
  const next = await fixture.putEvent({ startsAt: inHours(72) }, [ada.uid])
  expect(await fixture.run(organiser, 'messages', next, ada)).toBe('sent')
  const texts = (await fixture.audited(event)).map((entry) => JSON.stringify(entry))
  expect(texts.join()).not.toContain('upstairs')
})

test('only people who manage an upcoming event find members to add', async () => {
  const find = async (who: Pick<RosterFixture['ada'], 'call'>, { id }: EventDocument) => {
    const answer = await who.call('GET', `/api/events/${id}/roster/candidates?q=gra`)
    const { items, code } = answer.json<{ items?: RosterCandidate[]; code?: string }>()
    return items?.map(({ member, state, version }) => [member.displayName, state, version]) ?? code
  }
  for (const person of [fixture.ada, fixture.grace])
    await fixture.changeMember(person.uid, { onboardedAt: inHours(-1) })
  const coming = await fixture.putEvent({ startsAt: inHours(900), endsAt: inHours(902) })
  await fixture.putRsvp(coming, fixture.grace.uid, 'maybe')
  expect(await find(fixture.organiser, coming)).toEqual([['Grace', 'maybe', 1]])
  expect(await find(fixture.rival, coming)).toBe('not_your_event')
  expect(await find(fixture.ada, coming)).toBe('role_required')
  const cancelled = await fixture.putEvent({ status: 'cancelled' })
  expect(await find(fixture.organiser, cancelled)).toBe('event_cancelled')
})
