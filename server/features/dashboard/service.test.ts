import { expect, test } from 'vitest'

import type { OwnProfile } from '#shared/members.ts'

import { createDashboardService } from './service.ts'

const NO_TASKS = {
  toVote: [],
  toConfirm: [],
  promises: [],
  promisesToConfirm: [],
  outcomesToConfirm: [],
  coming: [],
}
const NO_PRESTIGE = { summary: { tier: 'Member' as const, points: 0, people: 0 }, entries: [] }
const ada = { id: 'ada', email: '', role: 'member' as const, sessionHash: '' }

/** The dashboard of someone who says this of themselves, and the day by which reminders were asked for. */
async function dashboardOf(profile: Partial<OwnProfile>) {
  const days: string[] = []
  const empty = {
    timeZone: 'UTC',
    joinedAt: '2026-01-01T00:00:00.000Z',
    photo: '',
    address: {},
    asks: [],
    offers: [],
    keywords: [],
  }
  const dashboard = createDashboardService({
    clock: () => Date.parse('2026-07-01T11:30:00Z'),
    ownProfile: async () => ({ ...empty, ...profile }) as unknown as OwnProfile,
    requests: async () => [],
    agenda: async () => ({ events: [], offers: [] }),
    hasRecentRsvp: async () => false,
    reminders: async (_, today) => (days.push(today), []),
    meetingTasks: async () => NO_TASKS,
    upcoming: async () => [],
    introductions: async () => [],
    askedIntroductions: async () => [],
    prestige: async () => NO_PRESTIGE,
    organiserFigures: async () => undefined,
  })
  return { ...(await dashboard.get(ada)), days }
}

test.for([
  ['Pacific/Kiritimati', '2026-07-02'],
  ['Europe/London', '2026-07-01'],
  ['Pacific/Niue', '2026-07-01'],
  ['Etc/GMT+12', '2026-06-30'],
])('reminders are due by the day it is where the member is: %s', async ([timeZone = '', day]) => {
  expect((await dashboardOf({ timeZone })).days).toEqual([day])
})

test('asks and offers count until they expire', async () => {
  const ask = (id: string, expiresAt: string) => ({ id, text: id, expiresAt })
  const ended = ask('ended', '2026-07-01T11:30:00.000Z')
  const current = ask('current', '2026-07-01T11:30:00.001Z')
  const { profile } = await dashboardOf({ asks: [ended], offers: [ended, current] })
  expect(profile.missing).toContain('asks')
  expect(profile.missing).not.toContain('offers')
})
