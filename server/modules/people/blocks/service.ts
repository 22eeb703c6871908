import { Type } from 'typebox'

import * as m from '#shared/people/messages.ts'
import { CONNECTION_LIMITS } from '#shared/people/connection-rules.ts'
import type { BlockedMember } from '#shared/people/connections.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalid, notFound } from '#server/lib/failure.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { MemberService } from '#server/modules/people/members/service.ts'
import type { FeedListener, Store, Transaction } from '#server/store/port.ts'

import { type BlockDocument, blocks } from './collection.ts'
import { createHiddenFrom } from './queries.ts'
import { blocksAmong, blocksBetween } from './reading.ts'

const ExportedBlocksSchema = Type.Array(Type.Object({ blocked: Type.String(), blockedAt: Type.String() }))

interface Deps {
  store: Store
  clock: Clock
  members: MemberService
}

export type BlockService = ReturnType<typeof createBlockService>

/** Blocks are one-sided. No response reveals one to the blocked member. */
export function createBlockService({ store, clock, members }: Deps) {
  const blocking = createSubscribers<[tx: Transaction, blocker: string, blocked: string]>()
  const blocksBy = (blocker: string) => allOf(store, blocks, madeBy(blocker))

  return {
    blocksBetween,
    blocksAmong,

    /** Called in the transaction that creates a block. */
    onBlock: blocking.subscribe,

    /** Members who blocked the viewer, or whom the viewer blocked. For lists. */
    hiddenFrom: createHiddenFrom(store),

    /** Latest first. Cards have names only, so that a block in return does not show. */
    async list(blocker: string): Promise<{ items: BlockedMember[] }> {
      const made = await blocksBy(blocker)
      const named = new Map(
        (await members.names(made.map(({ blocked }) => blocked))).map((card) => [card.id, card]),
      )
      return {
        items: made.flatMap(({ blocked, blockedAt }) => {
          const member = named.get(blocked)
          return member ? [{ member, since: blockedAt }] : []
        }),
      }
    },

    async block(blocker: string, blocked: string): Promise<void> {
      if (blocker === blocked) throw invalid('own_self', m.blockSelf())
      const [known] = await members.names([blocked])
      if (!known) throw notFound('member')
      const id = joinedId(blocker, blocked)
      await store.transact(async (tx) => {
        if (await tx.get(blocks, id)) return
        await assertBelowLimit(tx, blocker)
        tx.create(blocks, { id, blocker, blocked, blockedAt: isoInstant(clock()) })
        await blocking.emit(tx, blocker, blocked)
      })
    },

    /** Does not restore anything that the block ended. */
    async unblock(blocker: string, blocked: string): Promise<void> {
      await store.transact(async (tx) => tx.delete(blocks, joinedId(blocker, blocked)))
    },

    /** Follows later changes by every replica. */
    openFeed: (listener: FeedListener<BlockDocument>) => store.openFeed(blocks, listener, { from: 'now' }),

    exportOf: async (memberId: string) =>
      (await blocksBy(memberId)).map(({ blocked, blockedAt }) => ({ blocked, blockedAt })),

    /** Deletes choices in both directions. */
    async forget(memberId: string): Promise<void> {
      await deleteAll(store, blocks, madeBy(memberId), { where: { blocked: memberId }, orderBy: 'blockedAt' })
    },
  }
}

const madeBy = (blocker: string) => ({ where: { blocker }, orderBy: 'blockedAt', direction: 'desc' }) as const

async function assertBelowLimit(tx: Transaction, blocker: string) {
  const limit = CONNECTION_LIMITS.blocks
  const { items } = await tx.find(blocks, { ...madeBy(blocker), limit })
  if (items.length < limit) return
  throw conflict('too_many_blocks', m.blockLimit({ most: limit }))
}

export const blockedMembersAccountData = (service: BlockService) =>
  exported({ name: 'blockedMembers', collections: [blocks], schema: ExportedBlocksSchema }, service)
