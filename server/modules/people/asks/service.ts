import { PAGE_SIZE } from '#shared/lib/page.ts'
import { fold } from '#shared/lib/words.ts'
import type { OpenAskPage } from '#shared/people/asks.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Relationships } from '#server/modules/people/connections/relationships.ts'
import type { Store } from '#server/store/port.ts'
import { parseCard } from '#server/views/cards.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'
import { parseJson } from '#server/views/sql.ts'

import { askOwner, helperCounts, openAsks } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  relationships: Relationships
}

export interface AsksFilter {
  industry?: string
  city?: string
  cursor?: string
}

export type AskService = ReturnType<typeof createAskService>

/** The asks of all members. Their owners edit and renew them in the profile. */
export function createAskService({ store, clock, relationships }: Deps) {
  return {
    /** Id of the member whose open ask it is, if the viewer sees it. */
    ownerOf: async (viewerId: string, askId: string) =>
      askOwner(await store.views(), askId, { viewerId, now: isoInstant(clock()) }),

    /** Numbers of members who offered to help, for the owner alone. */
    own: async (memberId: string) => ({ items: helperCounts(await store.views(), memberId) }),

    /** @throws BadCursor */
    async page(viewerId: string, { cursor, ...filter }: AsksFilter): Promise<OpenAskPage> {
      const industry = filter.industry && fold(filter.industry)
      const city = filter.city && fold(filter.city)
      const query = fingerprint('asks', industry, city)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      const wanted = { viewerId, now: isoInstant(clock()), industry, city }
      const found = openAsks(await store.views(), wanted, { after, rows: PAGE_SIZE + 1 })
      const { items, next } = pageOf(found, PAGE_SIZE, query)
      const asks = items.map(({ id, key, text, card, details }) => {
        const { industry: trade, city: place } = parseJson(details)
        return { id, text, expiresAt: key, member: parseCard(card), industry: trade, city: place }
      })
      const ids = asks.map(({ member }) => member.id)
      const related = await relationships.relationshipsWith(viewerId, ids)
      return { items: asks.map((ask) => ({ ...ask, relationship: related.get(ask.member.id) })), next }
    },
  }
}
