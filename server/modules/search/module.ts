import type { Events } from '#server/modules/events/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { People } from '#server/modules/people/module.ts'

import { createSearchService } from './service.ts'

interface Earlier {
  people: People
  events: Events
  meetings: Meetings
}

/** One search over people, events and meetings. */
export const createSearch = (earlier: Earlier) => ({ search: createSearchService(earlier) })
