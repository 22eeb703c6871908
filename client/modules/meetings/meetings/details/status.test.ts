import { beforeAll, describe, expect, test, vi } from 'vitest'

import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { proposedMeeting } from '#client/testing/meetings.ts'

let status: typeof import('./status.ts')

// The words follow the browser's language, which is read once.
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  status = await import('./status.ts')
})

const START = '2030-12-03T09:00:00.000Z'
const read = (
  more: Partial<MeetingDetails>,
  viewerId = 'ben',
  phase: import('./status.ts').Phase = 'ahead',
) => {
  const { title, lines } = status.statusText(proposedMeeting(more), {
    viewerId,
    timeZone: 'Europe/Lisbon',
    phase,
    moment: (instant) => `[${instant.slice(0, 16)}]`,
  })
  return [title, ...lines].join(' / ').replaceAll(/\s/g, ' ').replaceAll('day, ', 'day ')
}
const answers = (voted: Record<string, boolean>) =>
  proposedMeeting().participants.map((each) => ({ ...each, voted: voted[each.member.id] ?? false }))
const confirmed = (held: Record<string, boolean>) =>
  proposedMeeting().participants.map((each) => {
    const answer = held[each.member.id]
    return answer === undefined ? each : { ...each, confirmed: answer }
  })

describe('while votes are open', () => {
  test.each([
    ['someone who has not answered', answers({ ada: true }), 'ben', /^Which times suit you\?/],
    ['someone who has', answers({ ada: true, ben: true }), 'ben', /^Waiting for Chi \/ /],
    [
      'everyone, once all have',
      answers({ ada: true, ben: true, chi: true }),
      'ben',
      /^Everyone has answered\. Ada chooses a time/,
    ],
    [
      'the organiser, once all have',
      answers({ ada: true, ben: true, chi: true }),
      'ada',
      /^Everyone has answered\. Choose a time/,
    ],
  ])('the status has the next step for %s while votes are open', (_, participants, viewer, text) => {
    expect(read({ participants }, viewer)).toMatch(text)
  })

  test('the status contains the end of voting while votes are open', () => {
    expect(read({})).toContain('Voting ends [2030-11-30T09:00]. Without a time by then')
  })

  test('the status of a rescheduled meeting names who changed it and the reason', () => {
    const change = { by: 'ada', reason: 'A train', at: START }
    expect(read({ status: 'rescheduled', change })).toContain(
      'Ada proposed new times. Earlier ones no longer count. / “A train”',
    )
    expect(read({ status: 'rescheduled', change }, 'ada')).toContain('You proposed new times')
  })
})

describe('a scheduled meeting', () => {
  const scheduled = { status: 'scheduled', startsAt: START } as const
  test.each([
    ['2030-12-03T08:44:59.999Z', 'ahead'],
    ['2030-12-03T08:45:00.000Z', 'joinable'],
    ['2030-12-03T09:00:00.000Z', 'running'],
    ['2030-12-03T09:44:59.999Z', 'running'],
    ['2030-12-03T09:45:00.000Z', 'over'],
  ])('a scheduled meeting at %s is %s', (now, phase) => {
    expect(status.phaseOf({ startsAt: START, durationMinutes: 45 }, Date.parse(now))).toBe(phase)
  })

  test('a scheduled meeting without a time counts as ahead', () => {
    expect(status.phaseOf({ durationMinutes: 45 }, Date.now())).toBe('ahead')
  })

  test('the status of a scheduled meeting shows its time, and after its end when to confirm it', () => {
    expect(read(scheduled)).toMatch(/^Tuesday 3 December 2030, 09:00.{1,3}09:45 Lisbon time/)
    expect(read(scheduled, 'ben', 'running')).toContain('Happening now.')
    expect(read(scheduled, 'ben', 'over')).toContain('From [2030-12-03T10:45] everyone is asked')
  })
})

describe('after the end', () => {
  const awaiting = { status: 'awaitingConfirmation', startsAt: START, confirmUntil: START } as const
  test('the status after the end asks for confirmation, then shows the answers and who has not answered', () => {
    expect(read(awaiting)).toMatch(/^Did this meeting take place\?/)
    expect(read({ ...awaiting, participants: confirmed({ ben: true }) })).toMatch(
      /^You confirmed that you met \/ .*Waiting for Ada and Chi\.$/,
    )
    expect(read({ ...awaiting, participants: confirmed({ ben: false, ada: true, chi: true }) })).toMatch(
      /^You said that it didn’t happen \/ [^/]*$/,
    )
  })

  test('the status after the end names who confirmed it', () => {
    expect(read({ status: 'held', participants: confirmed({ ada: true, ben: true, chi: false }) })).toBe(
      'This meeting took place / Confirmed by you and Ada.',
    )
    expect(read({ status: 'followedUp' })).toMatch(/every promise is resolved/)
    expect(read({ status: 'notHeld' })).toMatch(/^This meeting didn’t take place/)
  })
})

test('the status does not say that every promise is resolved while one awaits confirmation', () => {
  const kept = {
    id: 'p',
    text: 'Send the list',
    owner: 'ada',
    to: 'ben',
    dueOn: '2030-12-10',
    state: 'done',
  } as const
  expect(read({ status: 'followedUp', promises: [kept] })).toMatch(/^This meeting took place \/ /)
  expect(read({ status: 'followedUp', promises: [{ ...kept, confirmedAt: START }] })).toMatch(
    /every promise is resolved/,
  )
})

test.each([
  [{ status: 'declined' }, 'Too few people can come.'],
  [{ status: 'expired' }, 'No time was chosen before voting ended.'],
  [{ status: 'cancelled', change: { by: 'ada', reason: 'Ill', at: START } }, 'Ada cancelled it. / “Ill”'],
  [{ status: 'cancelled' }, 'Too few people were left.'],
] as const)('a meeting that does not take place says why: %j', (meeting, reason) => {
  expect(read(meeting)).toContain(` / ${reason}`)
})

test('a meeting on whose times nobody agreed says how to meet after all', () => {
  expect(read({ status: 'expired', actions: ['reschedule'] })).toContain(
    'Propose new times to meet after all.',
  )
})
