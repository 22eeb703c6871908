import { createAccounts } from '#server/modules/accounts/module.ts'
import { createAdmin } from '#server/modules/admin/module.ts'
import { createAttendance } from '#server/modules/attendance/module.ts'
import { createCalendar } from '#server/modules/calendar/module.ts'
import { createChapters } from '#server/modules/chapters/module.ts'
import { createCommunity } from '#server/modules/community/module.ts'
import { createConversation } from '#server/modules/conversation/module.ts'
import { createDashboard } from '#server/modules/dashboard/module.ts'
import { createEvents } from '#server/modules/events/module.ts'
import { createMeetings } from '#server/modules/meetings/module.ts'
import { createModeration } from '#server/modules/moderation/module.ts'
import type { Module } from '#server/modules/module.ts'
import { createNotifications } from '#server/modules/notifications/module.ts'
import { createOperations } from '#server/modules/operations/module.ts'
import { createPeople } from '#server/modules/people/module.ts'
import { createPrestige } from '#server/modules/prestige/module.ts'
import type { Scope } from '#server/modules/routes-by-scope.ts'
import { createProgramme } from '#server/modules/programme/module.ts'
import { createRounds } from '#server/modules/rounds/module.ts'
import { createSearch } from '#server/modules/search/module.ts'
import type { Platform } from '#server/modules/platform.ts'

export type Modules = ReturnType<typeof createModules>

/**
 * Constructs the modules in their order. Each receives those before it, and subscribes to what happens in them.
 */
export function createModules(platform: Platform) {
  const operations = createOperations(platform)
  const community = createCommunity(platform, { operations })
  const people = createPeople(platform, { operations, community })
  const chapters = createChapters(platform, { community, operations, people })
  const accounts = createAccounts(platform, { operations, community, people, chapters })
  const prestige = createPrestige(platform, { operations, people })
  const events = createEvents(platform, { operations, people, chapters })
  const attendance = createAttendance(platform, {
    operations,
    community,
    people,
    accounts,
    prestige,
    events,
  })
  const programme = createProgramme(platform, { operations, people, chapters, events, attendance })
  const calendar = createCalendar(platform, {
    operations,
    people,
    chapters,
    accounts,
    attendance,
    programme,
  })
  const conversation = createConversation(platform, { operations, people, events, attendance })
  const meetings = createMeetings(platform, {
    operations,
    people,
    prestige,
    events,
    attendance,
    programme,
    calendar,
  })
  const rounds = createRounds(platform, { operations, people, chapters, events, attendance, meetings })
  const notifications = createNotifications(platform, {
    operations,
    community,
    chapters,
    people,
    accounts,
    events,
    attendance,
    programme,
    calendar,
    conversation,
    meetings,
    rounds,
  })
  const moderation = createModeration(platform, {
    operations,
    people,
    accounts,
    events,
    conversation,
    notifications,
  })
  const dashboard = createDashboard(platform, {
    community,
    people,
    accounts,
    prestige,
    attendance,
    programme,
    meetings,
    rounds,
  })
  const search = createSearch({ people, programme, meetings })
  const admin = createAdmin(platform, {
    operations,
    community,
    people,
    chapters,
    accounts,
    prestige,
    events,
    attendance,
    programme,
    notifications,
    moderation,
  })

  const modules = {
    operations,
    community,
    people,
    chapters,
    accounts,
    prestige,
    events,
    attendance,
    programme,
    calendar,
    conversation,
    meetings,
    rounds,
    notifications,
    moderation,
    dashboard,
    search,
    admin,
  }
  const inOrder: readonly Module[] = Object.values(modules)

  // Deletion goes backwards, so that a module still finds the data of those before it.
  accounts.accountData.register(inOrder.toReversed().flatMap(({ accountDataParts = [] }) => accountDataParts))

  return {
    ...modules,

    routesFor: (scope: Scope) => inOrder.flatMap(({ routes }) => routes[scope] ?? []),

    jobs: inOrder.flatMap(({ jobs = [] }) => jobs),

    /**
     * Loads the data that is answered from memory, and registers the release. After a failure the next call resumes
     * where it stopped.
     */
    warmUp: async () => {
      await Promise.all([platform.store.views(), ...inOrder.map(({ start }) => start?.())])
    },
  }
}
