import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import { CONFIRMATION_OPENS } from '#shared/meetings/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { histories, type MeetingStep, play } from '#server/testing/simulations/meeting-steps.ts'

import { lostAwards, newAwards } from './follow-up/awards.ts'
import type { MeetingDocument } from './document/document.ts'
import { endOf, remaining, applyElapsedTime, withDerived } from './document/state.ts'

vi.setConfig({ testTimeout: 60_000 })

const OVER = ['notHeld', 'declined', 'expired', 'cancelled']

function violations(
  before: MeetingDocument,
  after: MeetingDocument,
  step: MeetingStep,
  now: number,
): string[] {
  const starts = after.slots.map(({ startsAt }) => startsAt)
  const voters = after.slots.flatMap(({ votes }) => votes.map(({ member }) => member))
  const yes = after.confirmations.filter(({ held }) => held)
  const actor = 'actor' in step ? step.actor : undefined
  const deleted = 'forget' in step ? step.forget : undefined
  const wrong = {
    'a time was scheduled that nobody proposed':
      after.state === 'scheduled' && !starts.includes(after.startsAt!),
    'a time was scheduled that had passed':
      before.state !== 'scheduled' && after.state === 'scheduled' && Date.parse(after.startsAt!) <= now,
    'someone voted twice on a slot, or is not in the meeting':
      voters.some((member) => !after.participants.includes(member)) ||
      after.slots.some(({ votes }) => new Set(votes.map(({ member }) => member)).size < votes.length),
    'someone confirmed before the end':
      after.confirmations.length > before.confirmations.length && now < endOf(after) + CONFIRMATION_OPENS,
    'it was held without two confirmations': after.state === 'held' && yes.length < 2,
    'someone confirmed for another': before.confirmations.some(
      (own) =>
        own.member !== actor &&
        !after.confirmations.some((each) => each.member === own.member && each.held === own.held),
    ),
    'what is over began again': OVER.includes(before.state) && after.state !== before.state,
    'a held meeting is no longer held': before.state === 'held' && after.state !== 'held',
    'it goes ahead with fewer than two':
      ['proposed', 'rescheduled', 'scheduled'].includes(after.state) && remaining(after).length < 2,
    'the calendar does not show a change':
      (before.startsAt !== after.startsAt ||
        (before.state === 'scheduled' && ['cancelled', 'rescheduled'].includes(after.state))) &&
      after.sequence <= before.sequence,
    'the version of calendars went back': after.sequence < before.sequence,
    'follow-up without a held meeting':
      after.state !== 'held' && after.promises.length + after.outcomes.length + after.thanks.length > 0,
    'a promise was changed by another': before.promises.some((was) => {
      const is = after.promises.find((each) => each.id === was.id)
      if (!is) return true
      const { confirmedAt: _was, ...old } = was
      const { confirmedAt: _is, ...present } = is
      const isEnded = is.state === 'dropped' && [was.owner, was.to].includes(deleted ?? '')
      return actor !== was.owner && !isEnded && JSON.stringify(old) !== JSON.stringify(present)
    }),
    'a promise or outcome was confirmed by someone else': [
      ...after.promises.map((each) => [each, before.promises.find((was) => was.id === each.id)] as const),
      ...after.outcomes.map((each) => [each, before.outcomes.find((was) => was.id === each.id)] as const),
    ].some(([is, was]) => is.confirmedAt !== undefined && was?.confirmedAt === undefined && is.to !== actor),
    'someone earned from themselves': earned(after).some(({ member, confirmedBy }) =>
      confirmedBy.includes(member),
    ),
    'a pair thanked twice':
      new Set(after.thanks.map(({ from, to }) => `${from} ${to}`)).size < after.thanks.length,
  }
  return Object.entries(wrong).flatMap(([name, is]) => (is ? [name] : []))
}

/** Everything that the meeting earns now. */
const earned = (meeting: MeetingDocument) =>
  newAwards({ ...meeting, state: 'proposed', promises: [], outcomes: [], thanks: [] }, meeting)

test('a meeting stays consistent whatever participants send, in any order and repeated', () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(histories, (all) => {
      play(all, (before, after, step, now) => {
        reached.add(after.state)
        expect([step, violations(before, after, step, now)]).toEqual([step, []])
      })
    }),
    { numRuns: 1_000 },
  )
  // Without this check, a generator that never reached them would prove nothing.
  expect([...reached].toSorted()).toEqual([
    'cancelled',
    'declined',
    'expired',
    'held',
    'notHeld',
    'proposed',
    'rescheduled',
    'scheduled',
  ])
})

test('awards that are written step by step equal the awards of the final meeting', () => {
  const kinds = new Set<string>()
  fc.assert(
    fc.property(histories, (all) => {
      const ledger = new Map<string, unknown>()
      const { meeting } = play(all, (before, after) => {
        for (const award of newAwards(before, after))
          ledger.set(`${award.kind} ${award.source} ${award.member}`, award)
        for (const award of lostAwards(before, after))
          ledger.delete(`${award.kind} ${award.source} ${award.member}`)
      })
      const justified = earned(meeting)
      for (const { kind } of justified) kinds.add(kind)
      expect(new Set(ledger.values())).toEqual(new Set(justified))
    }),
    // With 300 runs, some never reach a referral.
    { numRuns: 1_000 },
  )
  expect([...kinds].toSorted()).toEqual(['meetingHeld', 'promiseKept', 'referral', 'thanks'])
})

test('time-based transitions happen once, and in the same way whenever a job runs', () => {
  fc.assert(
    fc.property(histories, fc.nat({ max: 40 }), (all, days) => {
      const { meeting, now } = play(all, () => {})
      const later = now + days * DAY
      const settled = withDerived(applyElapsedTime(meeting, later), later)
      expect(withDerived(applyElapsedTime(settled, later + DAY), later + DAY).state).toBe(
        applyElapsedTime(meeting, later + DAY).state,
      )
      expect(applyElapsedTime(settled, later)).toBe(settled)
      const isDue = meeting.dueAt !== undefined && Date.parse(meeting.dueAt) <= later
      expect([isDue, settled.state !== meeting.state && !isDue]).toEqual([isDue, false])
    }),
    { numRuns: 300 },
  )
})
