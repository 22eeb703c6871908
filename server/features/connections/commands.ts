import type { Relationship } from '#shared/connections.ts'
import type { Clock } from '#server/lib/clock.ts'
import { conflict, invalid, notFound } from '#server/lib/failure.ts'
import { paragraphs } from '#server/lib/plain-text.ts'
import type { BlocksBetween, AccountStateOf } from './types.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type ConnectionDocument, connections } from './collection.ts'
import * as state from './connection-state.ts'
import { countRequest } from './recent-requests.ts'
import { relationshipOf } from './relationship.ts'

export interface CommandDeps {
  store: Store
  clock: Clock
  accountStateOf: AccountStateOf
  blocksBetween: BlocksBetween
}

type Change = (connection: ConnectionDocument, act: state.Act) => ConnectionDocument

/** What one person can do about another. Each is safe to send again. */
export function createConnectionCommands({ store, clock, accountStateOf, blocksBetween }: CommandDeps) {
  /** Someone who is inactive is to the other like someone who has blocked them: an answer must not tell which it is. */
  async function asSeen(tx: Transaction, connection: ConnectionDocument, memberId: string) {
    const inactive = (await accountStateOf(tx, memberId)) !== 'active'
    return inactive ? state.abandoned(connection, { actor: memberId, now: clock() }) : connection
  }

  const act =
    (change: Change, look = asSeen) =>
    (actor: string, connectionId: string) =>
      store.transact(async (tx): Promise<Relationship> => {
        const stored = await tx.get(connections, connectionId)
        if (!stored?.members.includes(actor)) throw notFound('connection')
        const memberId = state.otherOf(stored, actor)
        refuseBlocker(await blocksBetween(tx, actor, memberId))
        const before = await look(tx, stored, memberId)
        const now = clock()
        const after = change(before, { actor, now })
        if (after !== before) tx.put(connections, after)
        return relationshipOf(after, { viewerId: actor, memberId, now })
      })

  return {
    /**
     * Two requests that cross are an agreement. To who asks, a request to someone who declined or blocked them, or is
     * inactive, is like any other: the answer tells nothing, and it counts. Who is inactive finds it when they come back.
     */
    async ask(actor: string, { memberId, note }: { memberId: string; note: string }): Promise<Relationship> {
      if (memberId === actor) throw invalid('own_self', 'You cannot connect with yourself.')
      return store.transact(async (tx) => {
        if ((await accountStateOf(tx, memberId)) === 'deleted') throw notFound('member')
        const stored = await tx.get(connections, state.connectionIdOf(actor, memberId))
        const before = stored && (await asSeen(tx, stored, memberId))
        const blocked = await blocksBetween(tx, actor, memberId)
        refuseBlocker(blocked)
        const request = { actor, other: memberId, note: paragraphs(note), now: clock() }
        const asked = state.ask(before, request)
        const after = blocked.ofViewer ? state.unheard(asked, request) : asked
        if (after !== before) {
          if (after.state !== 'accepted') await countRequest(tx, actor, request.now)
          tx.put(connections, after)
        }
        return relationshipOf(after, { viewerId: actor, memberId, now: request.now })
      })
    },

    accept: act(state.accept),
    decline: act(state.decline),
    withdraw: act(state.withdraw),
    /** Holds when someone who is inactive comes back, too. */
    remove: act(state.remove, async (_tx, connection) => connection),
    undo: act(state.undo),

    /** In the transaction that makes a block. */
    async sever(tx: Transaction, blocker: string, blocked: string): Promise<void> {
      const before = await tx.get(connections, state.connectionIdOf(blocker, blocked))
      if (before) tx.put(connections, state.sever(before, { actor: blocker, now: clock() }))
    },
  }
}

function refuseBlocker({ byViewer }: { byViewer: boolean }) {
  if (byViewer) throw conflict('blocked_by_you', 'You have blocked this person. Unblock them first.')
}
