import { expect, test } from 'vitest'

import type { OwnProfile } from '#shared/members.ts'

import { createDashboardService } from './service.ts'

const ada = { id: 'ada', email: '', role: 'member' as const, sessionHash: '' }

async function dayAskedFor(timeZone: string) {
  const days: string[] = []
  const profile = { timeZone, address: {}, asks: [], offers: [], keywords: [] } as unknown as OwnProfile
  const dashboard = createDashboardService({
    clock: () => Date.parse('2026-07-01T11:30:00Z'),
    ownProfile: async () => profile,
    requests: async () => [],
    offers: async () => [],
    reminders: async (_, today) => (days.push(today), []),
    events: async () => [],
    meetings: async () => [],
    introduction: async () => undefined,
  })
  await dashboard.of(ada)
  return days
}

test.for([
  ['Pacific/Kiritimati', '2026-07-02'],
  ['Europe/London', '2026-07-01'],
  ['Pacific/Niue', '2026-07-01'],
  ['Etc/GMT+12', '2026-06-30'],
])('reminders are due by the day it is where the member is: %s', async ([timeZone = '', day]) => {
  expect(await dayAskedFor(timeZone)).toEqual([day])
})
