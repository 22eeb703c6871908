import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'

import { VOTES } from '#shared/meetings/rules.ts'
import { DAY, HOUR } from '#shared/lib/durations.ts'
import * as attendance from '#server/modules/meetings/meetings/follow-up/attendance.ts'
import type { MeetingDocument } from '#server/modules/meetings/meetings/document/document.ts'
import * as followUp from '#server/modules/meetings/meetings/follow-up/follow-up.ts'
import {
  type Command,
  applyElapsedTime,
  statusOf,
  withDerived,
} from '#server/modules/meetings/meetings/document/state.ts'
import * as voting from '#server/modules/meetings/meetings/proposal/voting.ts'
import { Failure } from '#server/lib/failure.ts'

const START = Date.parse('2026-03-27T12:00:00Z')
export const PEOPLE = ['ada', 'grace', 'lin', 'noor'] as const
const SLOTS = [1, 2, 9].map((days) => new Date(START + days * DAY).toISOString())
const IDS = ['one', 'two']

const slot = fc.nat({ max: 3 }).map((at) => SLOTS[at] ?? '2026-01-01T00:00:00.000Z')
const person = fc.constantFrom(...PEOPLE, 'stranger')
const id = fc.constantFrom(...IDS)

type Rule = (meeting: MeetingDocument, command: Command) => MeetingDocument

/** Every command with arbitrary valid input. */
const COMMANDS = {
  vote: fc
    .array(fc.record({ slot, vote: fc.constantFrom(...VOTES, 'yes', 'yes', 'yes') }), {
      minLength: 1,
      maxLength: 3,
    })
    .map(
      (votes): Rule =>
        (m, c) =>
          voting.vote(m, { votes }, c),
    ),
  choose: slot.map(
    (at): Rule =>
      (m, c) =>
        voting.choose(m, at, c),
  ),
  reschedule: fc.constantFrom(...IDS).map(
    (reason): Rule =>
      (m, c) =>
        voting.reschedule(
          m,
          { slots: [1, 3].map((days) => new Date(c.now + days * DAY).toISOString()), reason },
          c,
        ),
  ),
  cancel: fc.constant<Rule>((m, c) => voting.cancel(m, 'Rain', c)),
  decline: fc.constant<Rule>((m, c) => attendance.decline(m, '', c)),
  leave: fc.constant<Rule>((m, c) => attendance.leave(m, 'Ill', c)),
  confirm: fc.boolean().map(
    (held): Rule =>
      (m, c) =>
        attendance.confirm(m, held, c),
  ),
  notes: fc.nat({ max: 3 }).map(
    (version): Rule =>
      (m, c) =>
        followUp.writeNotes(m, { text: `${version}`, version }, c),
  ),
  outcome: fc
    .record({ id, kind: fc.constantFrom('referral' as const, 'advice' as const), from: person, to: person })
    .map(
      (outcome): Rule =>
        (m, c) =>
          followUp.recordOutcome(m, { ...outcome, note: '' }, c),
    ),
  confirmOutcome: id.map(
    (it): Rule =>
      (m, c) =>
        followUp.confirmOutcome(m, it, c),
  ),
  removeOutcome: id.map(
    (it): Rule =>
      (m, c) =>
        followUp.removeOutcome(m, it, c),
  ),
  promise: fc.record({ id, to: person }).map(
    (more): Rule =>
      (m, c) =>
        followUp.promise(m, { ...more, text: 'Bread', dueOn: '2026-05-01' }, c),
  ),
  keep: id.map(
    (it): Rule =>
      (m, c) =>
        followUp.keepPromise(m, it, c),
  ),
  drop: id.map(
    (it): Rule =>
      (m, c) =>
        followUp.dropPromise(m, { promiseId: it, reason: 'No flour' }, c),
  ),
  reopen: id.map(
    (it): Rule =>
      (m, c) =>
        followUp.reopenPromise(m, it, c),
  ),
  confirmPromise: id.map(
    (it): Rule =>
      (m, c) =>
        followUp.confirmPromise(m, it, c),
  ),
  thank: fc.record({ id, to: person }).map(
    (thanks): Rule =>
      (m, c) =>
        followUp.thank(m, { ...thanks, text: 'Thank you' }, c),
  ),
}

export type MeetingStep =
  | { actor: string; name: string; rule: Rule }
  | { pass: number }
  | { suspend: string }
  | { block: readonly [string, string] }
  | { forget: string }

const anyCommand = fc.oneof(
  ...Object.entries(COMMANDS).map(([name, rules]) =>
    fc.record({ actor: fc.constantFrom(...PEOPLE), name: fc.constant(name), rule: rules }),
  ),
)
const two = fc
  .shuffledSubarray([...PEOPLE], { minLength: 2, maxLength: 2 })
  .map((pair) => pair as [string, string])
const steps = fc.array(
  fc.oneof(
    { weight: 24, arbitrary: anyCommand },
    {
      weight: 4,
      arbitrary: fc.record({ pass: fc.constantFrom(1_000, HOUR, 12 * HOUR, DAY, 3 * DAY, 15 * DAY) }),
    },
    { weight: 1, arbitrary: fc.record({ suspend: fc.constantFrom(...PEOPLE) }) },
    { weight: 1, arbitrary: fc.record({ block: two }) },
    { weight: 1, arbitrary: fc.record({ forget: fc.constantFrom(...PEOPLE) }) },
  ),
  { maxLength: 40, size: 'max' },
)

const does = (actor: string, name: string, rule: Rule): MeetingStep => ({ actor, name, rule })
const SCHEDULED: readonly MeetingStep[] = [does('ada', 'choose', (m, c) => voting.choose(m, SLOTS[0]!, c))]
const HELD: readonly MeetingStep[] = [
  ...SCHEDULED,
  { pass: DAY + 3 * HOUR },
  ...['ada', 'grace'].map((who) => does(who, 'confirm', (m, c) => attendance.confirm(m, true, c))),
]
const KEPT: readonly MeetingStep[] = [
  ...HELD,
  does('ada', 'promise', (m, c) =>
    followUp.promise(m, { id: 'one', to: 'lin', text: 'Rye', dueOn: '2026-05-01' }, c),
  ),
  does('ada', 'keep', (m, c) => followUp.keepPromise(m, 'one', c)),
  does('lin', 'confirmPromise', (m, c) => followUp.confirmPromise(m, 'one', c)),
]
/** Any steps after one of these beginnings, without which few would lead to a meeting that took place. */
export const histories = fc
  .tuple(fc.constantFrom<readonly MeetingStep[]>([], SCHEDULED, HELD, KEPT), steps)
  .map((parts) => parts.flat())

const proposed = () =>
  withDerived(
    voting.propose({
      id: 'meeting',
      organiser: 'ada',
      proposal: {
        purpose: 'Bread',
        kind: 'advice',
        participants: ['grace', 'lin', 'noor'],
        durationMinutes: 60,
        slots: SLOTS,
        place: '',
        joinUrl: '',
        agenda: [],
      },
      requestHash: '',
      now: START,
    }),
    START,
  )

/** Runs the steps as the service does, and calls `check` after each that changed something. */
export function play(
  all: readonly MeetingStep[],
  check: (before: MeetingDocument, after: MeetingDocument, step: MeetingStep, now: number) => void,
) {
  let meeting = proposed()
  let now = START
  const inactive = new Set<string>()
  const isPresent = (memberId: string) => memberId !== 'stranger' && !inactive.has(memberId)
  for (const step of all) {
    const before = meeting
    if ('pass' in step) now += step.pass
    else if ('suspend' in step) inactive[inactive.has(step.suspend) ? 'delete' : 'add'](step.suspend)
    else if ('block' in step) {
      const [blocker, blocked] = step.block
      meeting = attendance.applyBlock(meeting, { blocker, blocked, now })
    } else if ('forget' in step) meeting = attendance.forget(meeting, { actor: step.forget, now, isPresent })
    else if (meeting.participants.includes(step.actor) && !inactive.has(step.actor))
      meeting = perform(meeting, step, { actor: step.actor, now, isPresent })
    if (meeting !== before) meeting = withDerived(meeting, now)
    check(before, meeting, step, now)
    for (const actor of meeting.participants) statusOf(meeting, { actor, now, isPresent })
  }
  return { meeting, now }
}

function perform(stored: MeetingDocument, { rule, name }: { rule: Rule; name: string }, command: Command) {
  const meeting = applyElapsedTime(stored, command.now)
  try {
    const after = rule(meeting, command)
    // A phone that lost the response sends the same command again.
    if (after.participants.includes(command.actor) && !isDeepStrictEqual(rule(after, command), after))
      throw new Error(`${name} is not safe to repeat`)
    return after
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return stored
  }
}
