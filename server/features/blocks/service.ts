import { CONNECTION_LIMITS } from '#shared/connection-rules.ts'
import type { BlockedMember } from '#shared/connections.ts'
import type { MemberCard } from '#shared/members.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalid, notFound } from '#server/lib/failure.ts'
import { allOf } from '#server/lib/all-of.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { BlocksBetween } from '#server/features/connections/types.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { blocks } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  /** Cards with names only, for every viewer; without ids that never were a member's. */
  names: (memberIds: readonly string[]) => Promise<MemberCard[]>
  /** Ends the connection and requests of the two, in the transaction that creates the block. */
  endConnection: (tx: Transaction, blocker: string, blocked: string) => Promise<void>
  /** Ends the meetings that the two would attend together, in the same transaction. */
  leaveMeetings: (tx: Transaction, blocker: string, blocked: string) => Promise<void>
}

export type BlockService = ReturnType<typeof createBlockService>

/** Blocks are one-sided. No response reveals one to the blocked member. */
export function createBlockService({ store, clock, names, endConnection, leaveMeetings }: Deps) {
  const blocksBy = (blocker: string) =>
    allOf(store, blocks, { where: { blocker }, orderBy: 'blockedAt', direction: 'desc' })
  const blocksOf = (blocked: string) => allOf(store, blocks, { where: { blocked }, orderBy: 'blockedAt' })

  return {
    blocksBetween,
    blocksAmong,
    hasBlocked: async (blockerId: string, memberId: string) =>
      (await store.get(blocks, joinedId(blockerId, memberId))) !== undefined,

    /** Latest first. Cards have names only, so that a block in return does not show. */
    async list(blocker: string): Promise<{ items: BlockedMember[] }> {
      const made = await blocksBy(blocker)
      const named = new Map((await names(made.map(({ blocked }) => blocked))).map((card) => [card.id, card]))
      return {
        items: made.flatMap(({ blocked, blockedAt }) => {
          const member = named.get(blocked)
          return member ? [{ member, since: blockedAt }] : []
        }),
      }
    },

    async block(blocker: string, blocked: string): Promise<void> {
      if (blocker === blocked) throw invalid('own_self', 'You can’t block yourself.')
      const [known] = await names([blocked])
      if (!known) throw notFound('member')
      const id = joinedId(blocker, blocked)
      await store.transact(async (tx) => {
        if (await tx.get(blocks, id)) return
        await assertBelowLimit(tx, blocker)
        tx.create(blocks, { id, blocker, blocked, blockedAt: isoInstant(clock()) })
        await endConnection(tx, blocker, blocked)
        await leaveMeetings(tx, blocker, blocked)
      })
    },

    /** Does not restore what the block ended. */
    async unblock(blocker: string, blocked: string): Promise<void> {
      await store.transact(async (tx) => tx.delete(blocks, joinedId(blocker, blocked)))
    },

    exportOf: async (memberId: string) =>
      (await blocksBy(memberId)).map(({ blocked, blockedAt }) => ({ blocked, blockedAt })),

    /** In both directions. */
    async forget(memberId: string): Promise<void> {
      const both = [...(await blocksBy(memberId)), ...(await blocksOf(memberId))]
      for (const { id } of both) await store.transact(async (tx) => tx.delete(blocks, id))
    },
  }
}

const blocksBetween: BlocksBetween = async (reader, viewerId, memberId) => {
  const [byViewer, ofViewer] = await reader.getMany(blocks, [
    joinedId(viewerId, memberId),
    joinedId(memberId, viewerId),
  ])
  return { byViewer: byViewer !== undefined, ofViewer: ofViewer !== undefined }
}

/** Who of these members blocked whom of them. */
async function blocksAmong(reader: Pick<Reader, 'getMany'>, memberIds: readonly string[]) {
  const pairs = memberIds.flatMap((blocker) =>
    memberIds.flatMap((blocked) => (blocker === blocked ? [] : [{ blocker, blocked }])),
  )
  const ids = pairs.map(({ blocker, blocked }) => joinedId(blocker, blocked))
  const found = await reader.getMany(blocks, ids)
  return pairs.filter((_, at) => found[at] !== undefined)
}

async function assertBelowLimit(tx: Transaction, blocker: string) {
  const limit = CONNECTION_LIMITS.blocks
  const { items } = await tx.find(blocks, {
    where: { blocker },
    orderBy: 'blockedAt',
    direction: 'desc',
    limit,
  })
  if (items.length < limit) return
  throw conflict(
    'too_many_blocks',
    `You’ve blocked ${limit} members, which is the limit. Unblock someone first.`,
  )
}
