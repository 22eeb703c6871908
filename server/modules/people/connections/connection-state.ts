import * as m from '#shared/people/messages.ts'
import { formatAt } from '#shared/lib/date-style.ts'
import {
  REQUEST_COOLDOWN,
  type ConnectionState,
  REQUEST_LIFETIME,
  UNDO_WINDOW,
} from '#shared/people/connection-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, type Failure } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { AccountState } from '#server/modules/people/relationships/types.ts'

import type { ConnectionDocument } from './collection.ts'

/** The actor who changes a connection, and the time. */
export interface Command {
  actor: string
  /** Milliseconds. */
  now: number
}

interface RequestCommand extends Command {
  receiver: string
  note: string
}

const sortedPair = (one: string, other: string) => [one, other].toSorted()
export const connectionIdOf = (one: string, other: string) => joinedId(...sortedPair(one, other))

export const otherOf = ({ requester, receiver }: ConnectionDocument, memberId: string) =>
  requester === memberId ? receiver : requester

export const expiryOf = ({ requestedAt }: ConnectionDocument) => Date.parse(requestedAt) + REQUEST_LIFETIME

/** Whether the actor sees an open request of their own. A decline is not visible to them. */
export const isSentRequest = (connection: ConnectionDocument, { actor, now }: Command) =>
  connection.unanswered && connection.requester === actor && now < expiryOf(connection)

/** Whether an open request awaits the actor's response. */
export const isReceivedRequest = (connection: ConnectionDocument, { actor, now }: Command) =>
  connection.state === 'requested' && connection.receiver === actor && now < expiryOf(connection)

/** The time at which the actor can send a request again after withdrawing one; undefined when they can now. */
export function nextRequestTime(
  { state, requester, changedAt }: ConnectionDocument,
  { actor, now }: Command,
) {
  const next = Date.parse(changedAt) + REQUEST_COOLDOWN
  return state === 'withdrawn' && requester === actor && now < next ? next : undefined
}

/** Accepts instead if the receiver has an open request to the actor. */
export function sendRequest(
  connection: ConnectionDocument | undefined,
  request: RequestCommand,
): ConnectionDocument {
  const { actor, now, note } = request
  if (!connection) return newRequest(request)
  if (connection.state === 'accepted') return connection
  if (canAccept(connection, request)) return transition(connection, 'accepted', request)
  const nextRequest = nextRequestTime(connection, request)
  if (nextRequest !== undefined) throw requestTooSoon(nextRequest)
  if (isRecentRequest(connection, request))
    return connection.note === note ? connection : withNote(connection, request)
  // A request during the cooldown after a decline stays declined, which the requester cannot see.
  const staysDeclined =
    connection.requester === actor &&
    connection.state === 'declined' &&
    now < Date.parse(connection.changedAt) + REQUEST_COOLDOWN
  if (!staysDeclined) return newRequest(request)
  return { ...withNote(connection, request), requestedAt: isoInstant(now) }
}

/** A request to someone who blocked the requester: open to the requester, never visible to the receiver. */
export const suppressRequest = (
  connection: ConnectionDocument,
  { actor, now }: Command,
): ConnectionDocument =>
  connection.state === 'requested' && connection.requester === actor
    ? transition(connection, 'declined', { actor: connection.receiver, now })
    : connection

/** Connects two members who both agreed, whatever their relationship was before. */
export const connect = (
  connection: ConnectionDocument | undefined,
  request: RequestCommand,
): ConnectionDocument =>
  connection?.state === 'accepted'
    ? connection
    : transition(connection ?? newRequest(request), 'accepted', request)

export function accept(connection: ConnectionDocument, command: Command): ConnectionDocument {
  if (connection.state === 'accepted') return connection
  if (!canAccept(connection, command)) throw noOpenRequest(connection, command)
  return transition(connection, 'accepted', command)
}

export function decline(connection: ConnectionDocument, command: Command): ConnectionDocument {
  const isDone = connection.state === 'declined' && connection.receiver === command.actor
  if (isDone && command.now < expiryOf(connection)) return connection
  if (!isReceivedRequest(connection, command)) throw noOpenRequest(connection, command)
  return undoableTransition(connection, 'declined', command)
}

export function withdraw(connection: ConnectionDocument, command: Command): ConnectionDocument {
  if (connection.state === 'withdrawn' && connection.requester === command.actor) return connection
  if (!isSentRequest(connection, command)) throw noOpenRequest(connection, command)
  return undoableTransition(connection, 'withdrawn', command)
}

export function remove(connection: ConnectionDocument, command: Command): ConnectionDocument {
  if (connection.state === 'removed') return connection
  if (connection.state !== 'accepted') throw notConnected()
  return undoableTransition(connection, 'removed', command)
}

/** Reverts the actor's last decline, withdrawal or removal. Idempotent. */
export function undo(connection: ConnectionDocument, { actor, now }: Command): ConnectionDocument {
  const { before, undos = [], ...rest } = connection
  const isRecent = (instant: string) => now <= Date.parse(instant) + UNDO_WINDOW
  if (undos.some(({ by, at }) => by === actor && isRecent(at))) return connection
  const inTime = rest.changedBy === actor && isRecent(rest.changedAt)
  if (!before || !inTime) throw conflict('too_late_to_undo', m.undoTooLate())
  const undone = { by: actor, at: isoInstant(now) }
  return withUnanswered({ ...rest, ...before, undos: [...undosByOther(connection, { actor }), undone] })
}

/**
 * The part that the other member keeps when the actor becomes inactive: no connection, no request from the actor,
 * and no undo that would restore one. A request to the actor stays open.
 */
function detachActor(connection: ConnectionDocument, command: Command): ConnectionDocument {
  const { before, ...rest } = connection
  if (rest.state === 'accepted') return transition(rest, 'removed', command)
  if (isSentRequest(rest, command)) return transition(rest, 'withdrawn', command)
  return before?.state === 'accepted' ? rest : connection
}

/** The connection as the other member sees it while the actor's account is in this state. */
export function asSeenByOther(connection: ConnectionDocument, state: AccountState, command: Command) {
  if (state === 'active') return connection
  const isHistory = connection.state === 'accepted' || connection.before?.state === 'accepted'
  return isHistory && state !== 'inactive' ? connection : detachActor(connection, command)
}

/**
 * The part that stays stored for the other member once the actor's account is deleted: their connection, and their
 * request as if it was never answered. Undefined if nothing stays.
 */
export function withoutFormer(
  connection: ConnectionDocument,
  formerId: string,
): ConnectionDocument | undefined {
  const { before: _before, undos: _undos, ...rest } = connection
  const { requester, requestedAt, note } = rest
  if (rest.state === 'accepted') return { ...rest, note: requester === formerId ? '' : note }
  if (!rest.unanswered || requester === formerId) return undefined
  return { ...rest, state: 'requested', changedAt: requestedAt, changedBy: requester }
}

/** Like `detachActor`; in addition, the actor can undo nothing and sees no request of the other. */
export function endByBlock(connection: ConnectionDocument, command: Command): ConnectionDocument {
  const { before, ...rest } = detachActor(connection, command)
  if (isReceivedRequest(rest, command)) return transition(rest, 'declined', command)
  const changedByOther = before && rest.changedBy !== command.actor
  if (!changedByOther) return rest
  // The other can still undo their recent withdrawal, but the request they restore is a declined one.
  const { state, changedAt, changedBy } = transition({ ...rest, ...before }, 'declined', command)
  return { ...rest, before: { state, changedAt, changedBy } }
}

/** The receiver can accept after declining, as long as the requester still sees an open request. */
const canAccept = (connection: ConnectionDocument, command: Command) =>
  isReceivedRequest(connection, command) ||
  (connection.receiver === command.actor &&
    isSentRequest(connection, { ...command, actor: connection.requester }))

/** Whether the actor sees an open request of their own that is too recent to be sent again, as after a lost response. */
const isRecentRequest = (connection: ConnectionDocument, command: Command) =>
  isSentRequest(connection, command) && command.now < Date.parse(connection.requestedAt) + REQUEST_COOLDOWN

const withNote = (connection: ConnectionDocument, request: RequestCommand): ConnectionDocument => ({
  ...connection,
  note: request.note,
  undos: undosByOther(connection, request),
})

const newRequest = ({ actor, receiver, note, now }: RequestCommand): ConnectionDocument => ({
  id: connectionIdOf(actor, receiver),
  members: sortedPair(actor, receiver),
  requester: actor,
  receiver,
  requestedAt: isoInstant(now),
  note,
  state: 'requested',
  changedAt: isoInstant(now),
  changedBy: actor,
  unanswered: true,
})

function transition(
  { before: _before, ...connection }: ConnectionDocument,
  state: ConnectionState,
  { actor, now }: Command,
): ConnectionDocument {
  const undos = undosByOther(connection, { actor })
  return withUnanswered({ ...connection, state, changedAt: isoInstant(now), changedBy: actor, undos })
}

function undoableTransition(
  connection: ConnectionDocument,
  state: ConnectionState,
  command: Command,
): ConnectionDocument {
  const { state: previousState, changedAt, changedBy } = connection
  return {
    ...transition(connection, state, command),
    before: { state: previousState, changedAt, changedBy },
  }
}

/** A command clears only the actor's own undo: the other's repeated undo must not reveal the actor's command. */
const undosByOther = ({ undos = [] }: ConnectionDocument, { actor }: Pick<Command, 'actor'>) =>
  undos.filter(({ by }) => by !== actor)

const withUnanswered = (connection: ConnectionDocument): ConnectionDocument => ({
  ...connection,
  unanswered: connection.state === 'requested' || connection.state === 'declined',
})

const notConnected = () => conflict('not_connected', m.notConnected())

/** The reason why there is no request to respond to or to withdraw, without revealing a decline or a block. */
function noOpenRequest(connection: ConnectionDocument, { now }: Command): Failure {
  const { state } = connection
  if (state === 'accepted') return conflict('already_connected', m.alreadyConnected())
  if (state === 'removed') return notConnected()
  if (now >= expiryOf(connection)) return conflict('request_expired', m.requestExpired())
  if (state === 'withdrawn') return conflict('request_withdrawn', m.requestWithdrawn())
  return conflict('no_request', m.requestNone())
}

function requestTooSoon(next: number) {
  const date = formatAt(new Date(next), { dateStyle: 'long', timeZone: 'UTC' })
  return conflict('ask_later', m.requestAgainFrom({ date }))
}
