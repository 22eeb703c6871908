import * as accounts from '#server/modules/accounts/module.ts'
import * as community from '#server/modules/community/module.ts'
import * as events from '#server/modules/events/module.ts'
import * as meetings from '#server/modules/meetings/module.ts'
import * as moderation from '#server/modules/moderation/module.ts'
import * as notifications from '#server/modules/notifications/module.ts'
import * as operations from '#server/modules/operations/module.ts'
import * as people from '#server/modules/people/module.ts'
import * as prestige from '#server/modules/prestige/module.ts'
import type { AnyCollection } from '#server/store/port.ts'
import type { View } from '#server/views/view.ts'

/** Every collection: the adapters prepare them, the indexes are generated from them, and migrations walk them. */
export const collections: readonly AnyCollection[] = [
  ...operations.collections,
  ...community.collections,
  ...people.collections,
  ...accounts.collections,
  ...prestige.collections,
  ...events.collections,
  ...meetings.collections,
  ...notifications.collections,
  ...moderation.collections,
]

/** Every view. */
export const views: readonly View[] = [
  ...operations.views,
  ...people.views,
  ...accounts.views,
  ...prestige.views,
  ...events.views,
  ...meetings.views,
  ...notifications.views,
  ...moderation.views,
]

/** The views of these collections. */
export const viewsOf = (some: readonly AnyCollection[]) => views.filter((view) => some.includes(view.of))
