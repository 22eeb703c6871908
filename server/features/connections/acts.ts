import type { Tie } from '#shared/connections.ts'
import type { Clock } from '#server/lib/clock.ts'
import { conflict, invalid, notFound } from '#server/lib/failure.ts'
import { paragraphs } from '#server/lib/plain-text.ts'
import type { BlocksBetween } from '#server/lib/ties.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type ConnectionDocument, connections } from './collection.ts'
import * as state from './connection-state.ts'
import { countRequest } from './recent-requests.ts'
import { tieOf } from './ties.ts'

export interface ActDeps {
  store: Store
  clock: Clock
  /** Whether there is such a member, to be asked by others. */
  isActive: (memberId: string) => Promise<boolean>
  blocksBetween: BlocksBetween
}

type Change = (connection: ConnectionDocument, act: state.Act) => ConnectionDocument

/** What one person can do about another. Each is safe to send again. */
export function createConnectionActs({ store, clock, isActive, blocksBetween }: ActDeps) {
  const act = (change: Change) => (actor: string, connectionId: string) =>
    store.transact(async (tx): Promise<Tie> => {
      const before = await tx.get(connections, connectionId)
      if (!before?.members.includes(actor)) throw notFound('connection')
      const memberId = state.otherOf(before, actor)
      refuseBlocker(await blocksBetween(tx, actor, memberId))
      const now = clock()
      const after = change(before, { actor, now })
      if (after !== before) tx.put(connections, after)
      return tieOf(after, { viewerId: actor, memberId, now })
    })

  return {
    /**
     * Two requests that cross are an agreement. To who asks, a request to someone who declined or blocked them is
     * like any other: the answer tells nothing, and it counts.
     */
    async ask(actor: string, { memberId, note }: { memberId: string; note: string }): Promise<Tie> {
      if (memberId === actor) throw invalid('own_self', 'You cannot connect with yourself.')
      if (!(await isActive(memberId))) throw notFound('member')
      return store.transact(async (tx) => {
        const before = await tx.get(connections, state.connectionIdOf(actor, memberId))
        const blocked = await blocksBetween(tx, actor, memberId)
        refuseBlocker(blocked)
        const request = { actor, other: memberId, note: paragraphs(note), now: clock() }
        const asked = state.ask(before, request)
        const after = blocked.ofViewer ? state.unheard(asked, request) : asked
        if (after !== before) {
          if (after.state !== 'accepted') await countRequest(tx, actor, request.now)
          tx.put(connections, after)
        }
        return tieOf(after, { viewerId: actor, memberId, now: request.now })
      })
    },

    accept: act(state.accept),
    decline: act(state.decline),
    withdraw: act(state.withdraw),
    remove: act(state.remove),
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
