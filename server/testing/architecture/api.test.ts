import { afterAll, expect, test } from 'vitest'

import { accountsApi } from '#shared/accounts/api.ts'
import { adminApi } from '#shared/admin/api.ts'
import { settingsApi } from '#shared/admin/settings-api.ts'
import { attendanceApi } from '#shared/attendance/api.ts'
import { calendarApi } from '#shared/calendar/api.ts'
import { chaptersApi } from '#shared/chapters/api.ts'
import { communityApi } from '#shared/community/api.ts'
import { conversationApi } from '#shared/conversation/api.ts'
import { dashboardApi } from '#shared/dashboard/api.ts'
import { eventsApi } from '#shared/events/api.ts'
import { meetingsApi } from '#shared/meetings/api.ts'
import { moderationApi } from '#shared/moderation/api.ts'
import { notificationsApi } from '#shared/notifications/api.ts'
import { operationsApi } from '#shared/operations/api.ts'
import { peopleApi } from '#shared/people/api.ts'
import { prestigeApi } from '#shared/prestige/api.ts'
import { programmeApi } from '#shared/programme/api.ts'
import { roundsApi } from '#shared/rounds/api.ts'
import { searchApi } from '#shared/search/api.ts'
import type { Api } from '#shared/api.ts'
import { startTestApp } from '#server/testing/app.ts'

const api: Api = {
  ...accountsApi,
  ...adminApi,
  ...settingsApi,
  ...attendanceApi,
  ...calendarApi,
  ...chaptersApi,
  ...communityApi,
  ...conversationApi,
  ...dashboardApi,
  ...eventsApi,
  ...meetingsApi,
  ...moderationApi,
  ...notificationsApi,
  ...operationsApi,
  ...peopleApi,
  ...prestigeApi,
  ...programmeApi,
  ...roundsApi,
  ...searchApi,
}

const app = await startTestApp()
afterAll(() => app.close())

interface Description {
  paths: Record<string, Record<string, { summary: string }>>
}

test('the API table lists the routes of the server by method and path', async () => {
  const { paths } = (await app.visitor('GET', '/api/openapi.json')).json<Description>()
  const described = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary }]) => [
        `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        summary,
      ]),
    )
  const listed = Object.entries(api).map(([route, { summary }]) => [route, summary])
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(listed))
})
