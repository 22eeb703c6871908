import { CONNECTION_LIMITS } from '#shared/connection-rules.ts'
import type { BlockedMember } from '#shared/connections.ts'
import type { MemberCard } from '#shared/members.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalid, notFound } from '#server/lib/failure.ts'
import { allOf } from '#server/lib/all-of.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { BlocksBetween, HiddenFrom } from '#server/features/connections/types.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { blocks } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  /** Names alone, whoever may see more of them; without those who never were. */
  names: (memberIds: readonly string[]) => Promise<MemberCard[]>
  /** Ends what is between the two, in the transaction that makes the block. */
  endConnection: (tx: Transaction, blocker: string, blocked: string) => Promise<void>
}

export type BlockService = ReturnType<typeof createBlockService>

/** Blocking is one-sided and silent: whoever is blocked finds nothing, and nothing says why. */
export function createBlockService({ store, clock, names, endConnection }: Deps) {
  const madeBy = (blocker: string) =>
    allOf(store, blocks, { where: { blocker }, orderBy: 'blockedAt', direction: 'desc' })
  const madeOf = (blocked: string) => allOf(store, blocks, { where: { blocked }, orderBy: 'blockedAt' })

  const hiddenFrom: HiddenFrom = async (viewerId) => {
    const [own, others] = await Promise.all([madeBy(viewerId), madeOf(viewerId)])
    return new Set([...own.map(({ blocked }) => blocked), ...others.map(({ blocker }) => blocker)])
  }

  return {
    hiddenFrom,
    blocksBetween,
    /** Whether it was the viewer who blocked the member. */
    hasBlocked: async (viewerId: string, memberId: string) =>
      (await store.get(blocks, joinedId(viewerId, memberId))) !== undefined,

    /** Whom the member has blocked, the latest first. Names alone: a block of theirs in return must not show. */
    async list(blocker: string): Promise<{ items: BlockedMember[] }> {
      const made = await madeBy(blocker)
      const named = new Map((await names(made.map(({ blocked }) => blocked))).map((card) => [card.id, card]))
      return {
        items: made.flatMap(({ blocked, blockedAt }) => {
          const member = named.get(blocked)
          return member ? [{ member, since: blockedAt }] : []
        }),
      }
    },

    async block(blocker: string, blocked: string): Promise<void> {
      if (blocker === blocked) throw invalid('own_self', 'You cannot block yourself.')
      const [known] = await names([blocked])
      if (!known) throw notFound('member')
      const id = joinedId(blocker, blocked)
      await store.transact(async (tx) => {
        if (await tx.get(blocks, id)) return
        const { limit, full } = await room(tx, blocker)
        if (full)
          throw conflict('too_many_blocks', `You have blocked ${limit} people: unblock someone first.`)
        tx.create(blocks, { id, blocker, blocked, blockedAt: isoInstant(clock()) })
        await endConnection(tx, blocker, blocked)
      })
    },

    /** Restores nothing of what the block ended. */
    async unblock(blocker: string, blocked: string): Promise<void> {
      await store.transact(async (tx) => tx.delete(blocks, joinedId(blocker, blocked)))
    },

    exportOf: async (memberId: string) =>
      (await madeBy(memberId)).map(({ blocked, blockedAt }) => ({ blocked, blockedAt })),

    /** Both ways: without the person there is nobody to hide from whom. */
    async forget(memberId: string): Promise<void> {
      const both = [...(await madeBy(memberId)), ...(await madeOf(memberId))]
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

async function room(tx: Transaction, blocker: string) {
  const limit = CONNECTION_LIMITS.blocks
  const { items } = await tx.find(blocks, { where: { blocker }, orderBy: 'blockedAt', limit })
  return { limit, full: items.length === limit }
}
