import {
  ASK_AGAIN_AFTER,
  type ConnectionState,
  REQUEST_LIFETIME,
  UNDO_WINDOW,
} from '#shared/connection-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, type Failure } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'

import type { ConnectionDocument } from './collection.ts'

/** Someone who does something to a connection, at an instant. */
export interface Act {
  actor: string
  now: number
}

export interface Request extends Act {
  other: string
  note: string
}

/** The same request within this time is one that was sent again because its answer was lost. */
const REPEATED_WITHIN = 60 * 1_000

const pairOf = (one: string, other: string) => [one, other].toSorted()
export const connectionIdOf = (one: string, other: string) => joinedId(...pairOf(one, other))

export const otherOf = ({ requester, receiver }: ConnectionDocument, memberId: string) =>
  requester === memberId ? receiver : requester

export const expiryOf = ({ requestedAt }: ConnectionDocument) => Date.parse(requestedAt) + REQUEST_LIFETIME

/** Whether the request is still open in the eyes of who asked, who is told of no decline. */
export const isWaiting = (connection: ConnectionDocument, { actor, now }: Act) =>
  connection.unanswered && connection.requester === actor && now < expiryOf(connection)

/** Whether it waits for this person's answer. */
export const isAsked = (connection: ConnectionDocument, { actor, now }: Act) =>
  connection.state === 'requested' && connection.receiver === actor && now < expiryOf(connection)

/** Until when the person who withdrew their request may not ask again. */
export function askFromOf({ state, requester, changedAt }: ConnectionDocument, { actor, now }: Act) {
  const from = Date.parse(changedAt) + ASK_AGAIN_AFTER
  return state === 'withdrawn' && requester === actor && now < from ? from : undefined
}

/** A request, or the answer to one: whoever asks a person who still waits for them says yes. */
export function ask(connection: ConnectionDocument | undefined, request: Request): ConnectionDocument {
  const { actor, now, note } = request
  if (!connection) return requested(request)
  if (connection.state === 'accepted') return connection
  if (mayAccept(connection, request)) return become(connection, 'accepted', request)
  const askFrom = askFromOf(connection, request)
  if (askFrom !== undefined) throw tooSoon(askFrom)
  if (isRepeated(connection, request)) return connection
  // Nobody is asked again by someone they have just declined, and that person is not to know.
  const quiet =
    connection.requester === actor &&
    connection.state === 'declined' &&
    now < Date.parse(connection.changedAt) + ASK_AGAIN_AFTER
  if (!quiet) return requested(request)
  return {
    ...connection,
    note,
    requestedAt: isoInstant(now),
    takenBack: takenBackByOther(connection, request),
  }
}

/** The request of someone whom the other has blocked: to them like any other, and never seen. */
export const unheard = (connection: ConnectionDocument, { actor, now }: Act): ConnectionDocument =>
  connection.state === 'requested' && connection.requester === actor
    ? become(connection, 'declined', { actor: connection.receiver, now })
    : connection

export function accept(connection: ConnectionDocument, act: Act): ConnectionDocument {
  if (connection.state === 'accepted') return connection
  if (!mayAccept(connection, act)) throw nothingOpen(connection, act)
  return become(connection, 'accepted', act)
}

export function decline(connection: ConnectionDocument, act: Act): ConnectionDocument {
  const isDone = connection.state === 'declined' && connection.receiver === act.actor
  if (isDone && act.now < expiryOf(connection)) return connection
  if (!isAsked(connection, act)) throw nothingOpen(connection, act)
  return revocably(connection, 'declined', act)
}

export function withdraw(connection: ConnectionDocument, act: Act): ConnectionDocument {
  if (connection.state === 'withdrawn' && connection.requester === act.actor) return connection
  if (!isWaiting(connection, act)) throw nothingOpen(connection, act)
  return revocably(connection, 'withdrawn', act)
}

export function remove(connection: ConnectionDocument, act: Act): ConnectionDocument {
  if (connection.state === 'removed') return connection
  if (connection.state !== 'accepted') throw conflict('not_connected', 'You are not connected.')
  return revocably(connection, 'removed', act)
}

/** Takes back one's own last decline, withdrawal or removal. Done twice, it is done. */
export function undo(connection: ConnectionDocument, { actor, now }: Act): ConnectionDocument {
  const { before, takenBack = [], ...rest } = connection
  const isRecent = (instant: string) => now <= Date.parse(instant) + UNDO_WINDOW
  if (takenBack.some(({ by, at }) => by === actor && isRecent(at))) return connection
  const inTime = rest.changedBy === actor && isRecent(rest.changedAt)
  if (!before || !inTime) throw conflict('too_late_to_undo', 'It is too late to take this back.')
  const own = { by: actor, at: isoInstant(now) }
  return marked({ ...rest, ...before, takenBack: [...takenBackByOther(connection, { actor }), own] })
}

/**
 * What is left for the other when `actor` is not there any more: no connection, no request of theirs, and nothing that
 * would bring one back. What the other asked for goes on being unanswered.
 */
export function abandoned(connection: ConnectionDocument, act: Act): ConnectionDocument {
  const { before, ...rest } = connection
  if (rest.state === 'accepted') return become(rest, 'removed', act)
  if (isWaiting(rest, act)) return become(rest, 'withdrawn', act)
  return before?.state === 'accepted' ? rest : connection
}

/** What a block leaves: the same, and nothing that the blocker would hear or could take back. */
export function sever(connection: ConnectionDocument, act: Act): ConnectionDocument {
  const { before, ...rest } = abandoned(connection, act)
  if (isAsked(rest, act)) return become(rest, 'declined', act)
  const theirs = before && rest.changedBy !== act.actor
  if (!theirs) return rest
  // Who withdrew a moment ago can still take it back, but is no longer heard.
  const { state, changedAt, changedBy } = become({ ...rest, ...before }, 'declined', act)
  return { ...rest, before: { state, changedAt, changedBy } }
}

/** Who declined can think better of it while the other waits. */
const mayAccept = (connection: ConnectionDocument, act: Act) =>
  isAsked(connection, act) ||
  (connection.receiver === act.actor && isWaiting(connection, { ...act, actor: connection.requester }))

const isRepeated = (connection: ConnectionDocument, request: Request) =>
  isWaiting(connection, request) &&
  connection.note === request.note &&
  request.now < Date.parse(connection.requestedAt) + REPEATED_WITHIN

const requested = ({ actor, other, note, now }: Request): ConnectionDocument => ({
  id: connectionIdOf(actor, other),
  members: pairOf(actor, other),
  requester: actor,
  receiver: other,
  requestedAt: isoInstant(now),
  note,
  state: 'requested',
  changedAt: isoInstant(now),
  changedBy: actor,
  unanswered: true,
})

function become(
  { before: _before, ...connection }: ConnectionDocument,
  state: ConnectionState,
  { actor, now }: Act,
): ConnectionDocument {
  const takenBack = takenBackByOther(connection, { actor })
  return marked({ ...connection, state, changedAt: isoInstant(now), changedBy: actor, takenBack })
}

/** What one does must not show in the answer to the other's undo, sent a second time. */
const takenBackByOther = ({ takenBack = [] }: ConnectionDocument, { actor }: Pick<Act, 'actor'>) =>
  takenBack.filter(({ by }) => by !== actor)

function revocably(connection: ConnectionDocument, state: ConnectionState, act: Act): ConnectionDocument {
  const { state: old, changedAt, changedBy } = connection
  return { ...become(connection, state, act), before: { state: old, changedAt, changedBy } }
}

const marked = (connection: ConnectionDocument): ConnectionDocument => ({
  ...connection,
  unanswered: connection.state === 'requested' || connection.state === 'declined',
})

/** Why there is no request to answer or to withdraw, saying no more than the person may know. */
function nothingOpen(connection: ConnectionDocument, { now }: Act): Failure {
  const { state } = connection
  if (state === 'accepted') return conflict('already_connected', 'You are already connected.')
  if (state === 'removed') return conflict('not_connected', 'You are not connected.')
  if (now >= expiryOf(connection)) return conflict('request_expired', 'This request has expired.')
  if (state === 'withdrawn') return conflict('request_withdrawn', 'This request was withdrawn.')
  return conflict('no_request', 'There is no request of this kind between you.')
}

function tooSoon(from: number) {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(from)
  return conflict('ask_later', `You withdrew a request a short while ago. You can ask again from ${day}.`)
}
