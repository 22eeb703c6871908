import * as m from '#shared/people/messages.ts'
import type { Relationship } from '#shared/people/connections.ts'
import type { Clock } from '#server/lib/clock.ts'
import { conflict, invalid, notFound } from '#server/lib/failure.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import { blocksBetween } from '#server/modules/people/blocks/reading.ts'
import { accountStateOf } from '#server/modules/people/members/account-state.ts'
import { paragraphs } from '#server/lib/text/plain-text.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type ConnectionDocument, connections } from './collection.ts'
import * as state from './connection-state.ts'
import { countRequest } from './recent-requests.ts'
import { relationshipOf } from './relationship.ts'

interface Deps {
  store: Store
  clock: Clock
  outbox: Operations['outbox']
}

type Change = (connection: ConnectionDocument, command: state.Command) => ConnectionDocument

/** A member's commands on a connection. Each is safe to repeat. */
export function createConnectionCommands({ store, clock, outbox }: Deps) {
  const requestAnswered = createSubscribers<[memberId: string, connectionId: string]>()
  /** An inactive member looks like one who blocked the other, so that a response reveals neither. */
  const effectiveConnection = async (tx: Transaction, connection: ConnectionDocument, memberId: string) =>
    state.asSeenByOther(connection, await accountStateOf(tx, memberId), { actor: memberId, now: clock() })

  const command =
    (change: Change, load = effectiveConnection) =>
    (actor: string, connectionId: string) =>
      store.transact(async (tx): Promise<Relationship> => {
        const stored = await tx.get(connections, connectionId)
        if (!stored?.members.includes(actor)) throw notFound('connection')
        const memberId = state.otherOf(stored, actor)
        assertNotBlocking(await blocksBetween(tx, actor, memberId))
        const before = await load(tx, stored, memberId)
        const now = clock()
        const after = change(before, { actor, now })
        if (after !== before) {
          tx.put(connections, after)
          notifyOther(tx, after, actor)
        }
        return relationshipOf(after, { viewerId: actor, memberId, now })
      })

  const answering = (run: ReturnType<typeof command>) => async (actor: string, connectionId: string) => {
    const relationship = await run(actor, connectionId)
    await requestAnswered.emit(actor, connectionId)
    return relationship
  }

  /** Notifies the other member of a request or its acceptance, and of nothing else. */
  function notifyOther(tx: Transaction, connection: ConnectionDocument, actor: string) {
    const { id, requester, requestedAt } = connection
    const isRequest = connection.state === 'requested' && requester === actor
    if (!isRequest && connection.state !== 'accepted') return
    outbox.notify(tx, {
      topic: isRequest ? 'connectionRequest' : 'connectionAccepted',
      subject: { kind: isRequest ? 'request' : 'connection', id },
      dedupeKey: `${id} ${requestedAt}`,
      actor,
      recipients: [state.otherOf(connection, actor)],
      data: {},
    })
  }

  return {
    /**
     * Two crossing requests connect the two. Sent again within the cooldown, a request only gets another note. The response and the daily limit are the same when the receiver
     * declined or blocked the requester, is inactive, or has deleted the account. An inactive receiver finds the
     * request when they return.
     */
    async sendRequest(
      actor: string,
      { memberId, note }: { memberId: string; note: string },
    ): Promise<Relationship> {
      if (memberId === actor) throw invalid('own_self', m.connectSelf())
      return store.transact(async (tx) => {
        if ((await accountStateOf(tx, memberId)) === 'unknown') throw notFound('member')
        const stored = await tx.get(connections, state.connectionIdOf(actor, memberId))
        const before = stored && (await effectiveConnection(tx, stored, memberId))
        const blocked = await blocksBetween(tx, actor, memberId)
        assertNotBlocking(blocked)
        const request = { actor, receiver: memberId, note: paragraphs(note), now: clock() }
        const requested = state.sendRequest(before, request)
        const after = blocked.ofViewer ? state.suppressRequest(requested, request) : requested
        if (after !== before) {
          if (after.state !== 'accepted') await countRequest(tx, actor, request.now)
          tx.put(connections, after)
          const isSameRequest = before?.state === after.state && before.requestedAt === after.requestedAt
          if (!isSameRequest) notifyOther(tx, after, actor)
        }
        return relationshipOf(after, { viewerId: actor, memberId, now: request.now })
      })
    },

    /** Called once the member has answered a request. */
    onRequestAnswered: requestAnswered.subscribe,

    accept: answering(command(state.accept)),
    decline: answering(command(state.decline)),
    withdraw: command(state.withdraw),
    /** Applies to the stored connection, so that it is still in effect when an inactive member returns. */
    remove: command(state.remove, async (_tx, connection) => connection),
    undo: command(state.undo),

    isConnected: async (reader: Pick<Reader, 'get'>, one: string, other: string) =>
      (await reader.get(connections, state.connectionIdOf(one, other)))?.state === 'accepted',

    /** Connects two members who agreed elsewhere, in the transaction that stores the second agreement. */
    async connect(tx: Transaction, actor: string, receiver: string): Promise<void> {
      const before = await tx.get(connections, state.connectionIdOf(actor, receiver))
      const after = state.connect(before, { actor, receiver, note: '', now: clock() })
      if (after !== before) tx.put(connections, after)
    },

    /** Called in the transaction that creates a block. */
    async endByBlock(tx: Transaction, blocker: string, blocked: string): Promise<void> {
      const before = await tx.get(connections, state.connectionIdOf(blocker, blocked))
      if (before) tx.put(connections, state.endByBlock(before, { actor: blocker, now: clock() }))
    },
  }
}

function assertNotBlocking({ byViewer }: { byViewer: boolean }) {
  if (byViewer) throw conflict('blocked_by_you', m.connectBlocked())
}
