import { expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'

import { type ChapterSituation, nextStep } from './next-step.ts'

const NOW = Date.parse('2026-11-30T10:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW - days * DAY).toISOString()
const thriving: ChapterSituation = {
  state: 'active',
  since: daysAgo(300),
  askedAt: undefined,
  leads: 2,
  hasEvent: true,
  hasNews: false,
}
const step = (more: Partial<ChapterSituation>) => nextStep({ ...thriving, ...more }, NOW)

test('members of an active chapter are asked once it has fewer than two leads or no event', () => {
  expect(step({})).toBeUndefined()
  expect(step({ leads: 1 })).toEqual({ step: 'ask', need: 'lead' })
  expect(step({ leads: 0, hasEvent: false })).toEqual({ step: 'ask', need: 'lead' })
  expect(step({ hasEvent: false })).toEqual({ step: 'ask', need: 'event' })
})

test('a new chapter has 14 days for its second lead and 120 for its first event', () => {
  expect(step({ leads: 1, since: daysAgo(13) })).toBeUndefined()
  expect(step({ leads: 1, since: daysAgo(14) })).toMatchObject({ step: 'ask' })
  expect(step({ hasEvent: false, since: daysAgo(119) })).toBeUndefined()
  expect(step({ hasEvent: false, since: daysAgo(120) })).toMatchObject({ step: 'ask' })
})

test('a chapter rests 30 days after the question, unless it thrives again', () => {
  expect(step({ leads: 1, askedAt: daysAgo(29) })).toBeUndefined()
  expect(step({ leads: 1, askedAt: daysAgo(30) })).toEqual({ step: 'rest', need: 'lead' })
  expect(step({ askedAt: daysAgo(30) })).toEqual({ step: 'end' })
})

test('a question from before an admin made the chapter active again ends', () => {
  expect(step({ leads: 1, since: daysAgo(20), askedAt: daysAgo(60) })).toEqual({ step: 'end' })
})

test('a resting chapter wakes with a new lead or event, and once it lacks nothing that it was asked for', () => {
  const resting = { state: 'resting', since: daysAgo(5), askedAt: daysAgo(35) } as const
  expect(step({ ...resting, leads: 1 })).toBeUndefined()
  expect(step({ ...resting, leads: 1, hasNews: true })).toEqual({ step: 'wake' })
  expect(step(resting)).toEqual({ step: 'wake' })
  expect(step({ ...resting, hasEvent: false })).toBeUndefined()
  expect(step({ ...resting, askedAt: undefined })).toBeUndefined()
})

test('forming and closed chapters are left alone', () => {
  for (const state of ['forming', 'closed'] as const)
    expect(step({ state, leads: 0, hasEvent: false, askedAt: daysAgo(90) })).toBeUndefined()
})
