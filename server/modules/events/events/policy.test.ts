import { describe, expect, test } from 'vitest'

import { EVENT_STATUSES, type EventStatus } from '#shared/events/rules.ts'
import { MEMBER_ROLES, type MemberRole } from '#shared/people/roles.ts'
import { keysOf } from '#shared/lib/records.ts'

import { type EventCommand, refusal } from './policy.ts'

const NOW = Date.parse('2026-03-02T12:00:00Z')
const RELATIONS = ['creator', 'host', 'stranger'] as const
const TIMES = {
  ahead: { startsAt: '2026-03-02T13:00:00.000Z', endsAt: '2026-03-02T14:00:00.000Z' },
  underWay: { startsAt: '2026-03-02T11:00:00.000Z', endsAt: '2026-03-02T13:00:00.000Z' },
  over: { startsAt: '2026-03-02T10:00:00.000Z', endsAt: '2026-03-02T11:00:00.000Z' },
}

const outcomeOf = (
  command: EventCommand,
  role: MemberRole,
  relation: (typeof RELATIONS)[number],
  status: EventStatus,
  time: keyof typeof TIMES = 'ahead',
) => {
  const event = {
    status,
    visibility: 'members' as const,
    createdBy: relation === 'creator' ? 'ada' : 'ben',
    hosts: relation === 'host' ? ['ada'] : [],
  }
  return refusal(command, { id: 'ada', role }, { ...event, ...TIMES[time] }, NOW)?.code ?? 'may'
}

/** Permissions of people who manage the event: rows are commands, columns its statuses. */
const TABLE: Readonly<Record<EventCommand, readonly [string, string, string, string]>> = {
  //            draft            published      cancelled          completed
  see: ['may', 'may', 'may', 'may'],
  checkIn: ['may', 'may', 'may', 'may'],
  edit: ['may', 'may', 'event_cancelled', 'may'],
  extend: ['may', 'may', 'event_cancelled', 'may'],
  publish: ['may', 'may', 'event_cancelled', 'event_over'],
  unpublish: ['may', 'may', 'event_cancelled', 'event_over'],
  cancel: ['not_published', 'may', 'may', 'event_over'],
  complete: ['not_published', 'not_started', 'event_cancelled', 'may'],
  delete: ['may', 'not_a_draft', 'not_a_draft', 'not_a_draft'],
  duplicate: ['may', 'may', 'may', 'may'],
  changeRoster: ['not_published', 'may', 'event_cancelled', 'event_over'],
  organise: ['may', 'may', 'may', 'may'],
}
const COMMANDS = keysOf(TABLE)
const WRITING = COMMANDS.filter((command) => command !== 'see')

const people = MEMBER_ROLES.flatMap((role) => RELATIONS.map((relation) => [role, relation] as const))
const editors = people.filter(
  ([role, relation]) => role === 'admin' || (role === 'organiser' && relation !== 'stranger'),
)
const others = people.filter((one) => !editors.includes(one))

describe.for(editors)('%s, %s of the event, may edit it', ([role, relation]) => {
  test.for(COMMANDS)('the outcome of %s depends on the status alone', (command) => {
    expect(EVENT_STATUSES.map((status) => outcomeOf(command, role, relation, status))).toEqual(TABLE[command])
  })
})

describe.for(others)('%s, %s of the event, may not edit it', ([role, relation]) => {
  test('every event except a draft is visible', () => {
    const seen = EVENT_STATUSES.map((status) => outcomeOf('see', role, relation, status))
    expect(seen).toEqual(['event_not_found', 'may', 'may', 'may'])
  })

  test.for(WRITING)('%s is refused, and a draft is a 404', (command) => {
    const code = role === 'member' ? 'role_required' : 'not_your_event'
    const codes = EVENT_STATUSES.map((status) => outcomeOf(command, role, relation, status))
    expect(codes).toEqual(['event_not_found', code, code, code])
  })
})

test.for([
  ['cancel', 'underWay', 'may'],
  ['cancel', 'over', 'event_over'],
  ['complete', 'underWay', 'may'],
  ['complete', 'over', 'may'],
] as const)('the outcome of %s for an event that is %s is %s', ([command, time, outcome]) => {
  expect(outcomeOf(command, 'organiser', 'creator', 'published', time)).toBe(outcome)
})
