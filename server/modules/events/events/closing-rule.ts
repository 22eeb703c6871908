import * as m from '#shared/events/messages.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Transaction } from '#server/store/port.ts'

import { events } from './collection.ts'

/** A chapter with published events ahead cannot be closed, since people are going to them. */
export const createClosingRule =
  (clock: Clock) =>
  async (tx: Transaction, chapterId: string): Promise<string | undefined> => {
    const where = { chapterId, status: 'published' } as const
    const range = { gt: isoInstant(clock()) }
    const { items } = await tx.find(events, { where, orderBy: 'endsAt', range, limit: 1 })
    return items[0] && m.eventChapterHasEvents({ title: items[0].title })
  }
