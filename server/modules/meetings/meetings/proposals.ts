import * as m from '#shared/meetings/messages.ts'
import type { MeetingProposal } from '#shared/meetings/schema.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import type { MeetingDocument } from '#server/modules/meetings/meetings/document/document.ts'
import { withDerived } from '#server/modules/meetings/meetings/document/state.ts'

import { meetings } from './collection.ts'
import { domainEventsOf } from './domain-events.ts'
import { checkedProposal } from './proposal/validation.ts'
import { propose } from './proposal/voting.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  operations: Operations
  people: People
  events: Events
}

/** Proposes meetings. */
export function createProposals({ store, clock, newId, operations, people, events }: Deps) {
  /** @returns invited members who cannot be invited, and the others without those whom an invited member blocked */
  async function invitedBy(tx: Transaction, organiser: string, participants: readonly string[]) {
    const [connected, blocks, states] = await Promise.all([
      people.relationships.connectedAmong(tx, organiser, participants),
      people.blocks.blocksAmong(tx, [organiser, ...participants]),
      Promise.all(participants.map((id) => people.members.accountStateOf(tx, id))),
    ])
    const isBlocked = (id: string) =>
      blocks.some(
        ({ blocker, blocked }) => [blocker, blocked].includes(organiser) && [blocker, blocked].includes(id),
      )
    const unavailable = participants.filter(
      (id, at) => id === organiser || !connected.has(id) || states[at] !== 'active' || isBlocked(id),
    )
    // A refusal would reveal the block to the organiser: the blocker is left out, as from any meeting
    // (decision 011).
    const invited = blocks.reduce(
      (left, { blocker, blocked }) =>
        left.includes(blocker) && left.includes(blocked) ? left.filter((id) => id !== blocker) : left,
      participants,
    )
    return { unavailable, invited }
  }

  async function notAvailable(organiser: string, ids: readonly string[]) {
    const [card] = await people.members.cards(
      organiser,
      ids.filter((id) => id !== organiser),
    )
    const name = card?.displayName
    return invalidFields({ participants: name ? m.refusedInvitee({ name }) : m.refusedSomeone() })
  }

  /**
   * Accepts an introduction of these people by anyone, and any event. An ask of one of them may have ended meanwhile: the
   * meeting then results from nothing.
   * @throws Failure 400
   */
  async function checkedSource(organiser: string, { source, participants }: MeetingProposal) {
    if (!source) return undefined
    const { kind, id } = source
    if (kind === 'ask') {
      const ask = await people.asks.open(organiser, id)
      return ask && participants.includes(ask.owner) ? source : undefined
    }
    const found =
      kind === 'event'
        ? await events.eventAccess.visibleEvent(store, id, { id: organiser, role: 'member' })
        : await people.introductions.introductionOf(store, id, [organiser, ...participants])
    if (found === undefined) throw invalidFields({ source: m.refusedSource({ kind }) })
    return source
  }

  /**
   * @param key the same when a request is repeated because its response was lost
   * @throws Failure 400 when a participant cannot be invited, without revealing the reason
   */
  return async (organiser: string, sent: MeetingProposal, key = newId()): Promise<MeetingDocument> => {
    const id = joinedId(organiser, 'meeting', key)
    const requestHash = joinedId(JSON.stringify(sent))
    const repeated = await store.get(meetings, id)
    if (repeated) return assertSameRequest(repeated, requestHash)
    const now = clock()
    const proposal = checkedProposal(sent, now)
    const source = await checkedSource(organiser, proposal)
    const result = await store.transact(async (tx) => {
      const before = await tx.get(meetings, id)
      if (before) return assertSameRequest(before, requestHash)
      const { unavailable, invited } = await invitedBy(tx, organiser, proposal.participants)
      if (unavailable.length > 0) return { unavailable }
      await assertBelowLimit(tx, organiser, now)
      const participants = [...invited]
      const created = propose({
        id,
        organiser,
        proposal: { ...proposal, participants, source },
        requestHash,
        now,
      })
      const meeting = withDerived(created, now)
      tx.create(meetings, meeting)
      for (const domainEvent of domainEventsOf(undefined, meeting, organiser))
        operations.outbox.notify(tx, domainEvent)
      await people.introductions.followUp(tx, organiser, participants)
      return meeting
    })
    if ('unavailable' in result) throw await notAvailable(organiser, result.unavailable)
    return result
  }
}

function assertSameRequest(meeting: MeetingDocument, requestHash: string) {
  if (meeting.requestHash === requestHash) return meeting
  throw conflict('already_made', m.refusedProposedTwice(), { detail: m.refusedProposedTwiceText() })
}

/** @throws Failure 409 when the organiser has as many open proposals as are allowed */
export async function assertBelowLimit(tx: Transaction, organiser: string, now: number) {
  const limit = MEETING_LIMITS.openProposals
  const { items } = await tx.find(meetings, {
    where: { organiser, state: 'proposed' },
    orderBy: 'closesAt',
    range: { gt: isoInstant(now) },
    limit,
  })
  if (items.length < limit) return
  throw conflict('too_many_proposals', m.refusedProposals({ limit }))
}
