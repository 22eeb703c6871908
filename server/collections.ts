import * as accounts from '#server/modules/accounts/module.ts'
import * as attendance from '#server/modules/attendance/module.ts'
import * as calendar from '#server/modules/calendar/module.ts'
import * as chapters from '#server/modules/chapters/module.ts'
import * as community from '#server/modules/community/module.ts'
import * as conversation from '#server/modules/conversation/module.ts'
import * as events from '#server/modules/events/module.ts'
import * as meetings from '#server/modules/meetings/module.ts'
import * as moderation from '#server/modules/moderation/module.ts'
import * as notifications from '#server/modules/notifications/module.ts'
import * as operations from '#server/modules/operations/module.ts'
import * as people from '#server/modules/people/module.ts'
import * as prestige from '#server/modules/prestige/module.ts'
import * as programme from '#server/modules/programme/module.ts'
import * as rounds from '#server/modules/rounds/module.ts'
import type { AnyCollection } from '#server/store/port.ts'
import type { View } from '#server/views/view.ts'

const modules: readonly { collections: readonly AnyCollection[]; views?: readonly View[] }[] = [
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
]

/** Every collection: the adapters prepare them, the indexes are generated from them, and migrations walk them. */
export const collections = modules.flatMap((module) => module.collections)

/** Every view. */
export const views = modules.flatMap((module) => module.views ?? [])

/** The views of these collections. */
export const viewsOf = (some: readonly AnyCollection[]) => views.filter((view) => some.includes(view.of))
