import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { RosterCandidate } from '#shared/roster.ts'
import type { EventDocument } from '#server/features/events/collection.ts'
import { inHours } from '#server/testing/organiser-fixture.ts'
import { type Command, type RosterFixture, startRosterFixture } from '#server/testing/roster-fixture.ts'

let fixture: RosterFixture
beforeAll(async () => {
  fixture = await startRosterFixture()
})
afterAll(() => fixture.close())

describe('who can do what, and when', () => {
  const STATES: Record<string, Partial<EventDocument>> = {
    draft: { status: 'draft' },
    coming: {},
    'under way': { startsAt: inHours(-1), endsAt: inHours(1) },
    ended: { startsAt: inHours(-3), endsAt: inHours(-1) },
    completed: { status: 'completed', startsAt: inHours(-3), endsAt: inHours(-1) },
    cancelled: { status: 'cancelled' },
    hidden: { hidden: { event: { reason: 'Spam', at: inHours(-1) } } },
  }
  /** In the order of the columns; those who manage the event come last, because they change it. */
  const PEOPLE = ['visitor', 'ada', 'rival', 'organiser', 'admin'] as const
  const DONE = { addition: 'going', removal: 'declined', promotion: 'going', messages: 'sent' } as const
  const BEFORE = {
    addition: undefined,
    removal: 'going',
    promotion: 'waitlisted',
    messages: 'going',
  } as const
  /** Rows are states of the event; the same for every command. */
  const TABLE: Record<string, [string, string, string, string, string]> = {
    //           visitor             member              organiser of another  organiser          admin
    draft: ['session_required', 'role_required', 'event_not_found', 'not_published', 'not_published'],
    coming: ['session_required', 'role_required', 'not_your_event', 'done', 'done'],
    'under way': ['session_required', 'role_required', 'not_your_event', 'done', 'done'],
    ended: ['session_required', 'role_required', 'not_your_event', 'event_over', 'event_over'],
    completed: ['session_required', 'role_required', 'not_your_event', 'event_over', 'event_over'],
    cancelled: ['session_required', 'role_required', 'not_your_event', 'event_cancelled', 'event_cancelled'],
    hidden: ['session_required', 'role_required', 'event_not_found', 'event_hidden', 'event_hidden'],
  }
  const rows = Object.keys(STATES).flatMap((state) =>
    (Object.keys(DONE) as Command[]).map((command) => [command, state] as const),
  )

  test.each(rows)('%s while the event is %s', async (command, state) => {
    const event = await fixture.putEvent(STATES[state])
    const state1 = BEFORE[command]
    for (const { uid } of state1 ? [fixture.ada, fixture.grace] : [])
      await fixture.putRsvp(event, uid, state1!, { ticket: 7 })
    const version = state1 ? 1 : 0
    const outcomes = []
    for (const name of PEOPLE) {
      const about = name === 'admin' ? fixture.grace : fixture.ada
      const who = name === 'visitor' ? { call: fixture.visitor } : fixture[name]
      const outcome = await fixture.run(who, command, event, about, { version })
      outcomes.push(outcome === DONE[command] ? 'done' : outcome)
    }
    expect(outcomes).toEqual(TABLE[state])
  })

  test('only those who manage a coming event find members to add', async () => {
    const find = async (who: Pick<RosterFixture['ada'], 'call'>, { id }: EventDocument) => {
      const answer = await who.call('GET', `/api/events/${id}/roster/candidates?q=gra`)
      const { items, code } = answer.json<{ items?: RosterCandidate[]; code?: string }>()
      return items?.map(({ member, state, version }) => [member.displayName, state, version]) ?? code
    }
    for (const person of [fixture.ada, fixture.grace]) {
      await fixture.changeMember(person.uid, { onboardedAt: inHours(-1), changedAt: inHours(1) })
    }
    const coming = await fixture.putEvent()
    await fixture.putRsvp(coming, fixture.grace.uid, 'maybe')
    expect(await find(fixture.organiser, coming)).toEqual([['Grace', 'maybe', 1]])
    expect(await find(fixture.rival, coming)).toBe('not_your_event')
    expect(await find(fixture.ada, coming)).toBe('role_required')
    expect(await find(fixture.organiser, await fixture.putEvent({ status: 'cancelled' }))).toBe(
      'event_cancelled',
    )
  })
})
