import type { MeetingProposal } from '#shared/meetings.ts'
import { MEETING_LIMITS } from '#shared/meeting-rules.ts'
import type { MemberCard } from '#shared/members.ts'
import type { AccountStateOf } from '#server/features/connections/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { meetings } from './collection.ts'
import type { MeetingDocument } from './document.ts'
import { happeningsOf } from './happenings.ts'
import { checkedProposal } from './proposal.ts'
import { withDerived } from './state.ts'
import { propose } from './voting.ts'

export interface InvitationDeps {
  store: Store
  clock: Clock
  notify: Notify
  newId: () => string
  accountStateOf: AccountStateOf
  /** Of these members, those with whom the member has a connection. */
  connectedAmong: (
    reader: Pick<Reader, 'getMany'>,
    memberId: string,
    others: readonly string[],
  ) => Promise<ReadonlySet<string>>
  /** Who of these members blocked whom of them. */
  blocksAmong: (
    reader: Pick<Reader, 'getMany'>,
    memberIds: readonly string[],
  ) => Promise<readonly { blocker: string; blocked: string }[]>
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
  /** The introduction, if it connected two of these people. */
  introductionOf: (
    reader: Pick<Reader, 'get'>,
    introductionId: string,
    people: readonly string[],
  ) => Promise<object | undefined>
  /** In the transaction that proposes a meeting of the organiser with these members. */
  followUpIntroductions: (
    tx: Transaction,
    organiser: string,
    participants: readonly string[],
  ) => Promise<void>
  isEvent: (eventId: string) => Promise<boolean>
}

/** Proposes meetings. */
export function createInvitations(deps: InvitationDeps) {
  const {
    store,
    clock,
    notify,
    newId,
    accountStateOf,
    connectedAmong,
    blocksAmong,
    cards,
    introductionOf,
    followUpIntroductions,
    isEvent,
  } = deps

  /** @returns who of those invited cannot be, and who is, without those whom an invited member blocked */
  async function invitedBy(tx: Transaction, organiser: string, participants: readonly string[]) {
    const [connected, blocks, states] = await Promise.all([
      connectedAmong(tx, organiser, participants),
      blocksAmong(tx, [organiser, ...participants]),
      Promise.all(participants.map((id) => accountStateOf(tx, id))),
    ])
    const isBlocked = (id: string) =>
      blocks.some(
        ({ blocker, blocked }) => [blocker, blocked].includes(organiser) && [blocker, blocked].includes(id),
      )
    const unavailable = participants.filter(
      (id, at) => id === organiser || !connected.has(id) || states[at] !== 'active' || isBlocked(id),
    )
    // A refusal would reveal the block to the organiser: the blocker stays away, as from any meeting (decision 042).
    const invited = blocks.reduce(
      (left, { blocker, blocked }) =>
        left.includes(blocker) && left.includes(blocked) ? left.filter((id) => id !== blocker) : left,
      participants,
    )
    return { unavailable, invited }
  }

  async function notAvailable(organiser: string, ids: readonly string[]) {
    const [card] = await cards(
      organiser,
      ids.filter((id) => id !== organiser),
    )
    const name = card?.displayName ?? 'Someone you chose'
    return invalidFields({ participants: `${name} isn’t available for a meeting right now.` })
  }

  /** An introduction of these people by someone, or any event. */
  const isSource = async ({ kind, id }: NonNullable<MeetingProposal['source']>, people: readonly string[]) =>
    kind === 'event' ? isEvent(id) : (await introductionOf(store, id, people)) !== undefined

  /**
   * @param key the same when a request is repeated because its response was lost
   * @throws Failure 400 when a participant cannot be invited, without revealing why
   */
  return async (organiser: string, sent: MeetingProposal, key = newId()): Promise<MeetingDocument> => {
    const id = joinedId(organiser, 'meeting', key)
    const requestHash = joinedId(JSON.stringify(sent))
    const repeated = await store.get(meetings, id)
    if (repeated) return assertSameRequest(repeated, requestHash)
    const now = clock()
    const proposal = checkedProposal(sent, now)
    const { source } = proposal
    if (source && !(await isSource(source, [organiser, ...proposal.participants])))
      throw invalidFields({ source: `This ${source.kind} doesn’t exist or is no longer available.` })
    const result = await store.transact(async (tx) => {
      const before = await tx.get(meetings, id)
      if (before) return assertSameRequest(before, requestHash)
      const { unavailable, invited } = await invitedBy(tx, organiser, proposal.participants)
      if (unavailable.length > 0) return { unavailable }
      await assertBelowLimit(tx, organiser, now)
      const participants = [...invited]
      const created = propose({ id, organiser, proposal: { ...proposal, participants }, requestHash, now })
      const meeting = withDerived(created, now)
      tx.create(meetings, meeting)
      for (const happening of happeningsOf(undefined, meeting, organiser)) notify(tx, happening)
      await followUpIntroductions(tx, organiser, participants)
      return meeting
    })
    if ('unavailable' in result) throw await notAvailable(organiser, result.unavailable)
    return result
  }
}

function assertSameRequest(meeting: MeetingDocument, requestHash: string) {
  if (meeting.requestHash === requestHash) return meeting
  throw conflict('already_made', 'This meeting was already proposed.', {
    detail: 'Open it to change it, or start another one.',
  })
}

async function assertBelowLimit(tx: Transaction, organiser: string, now: number) {
  const limit = MEETING_LIMITS.openProposals
  const { items } = await tx.find(meetings, {
    where: { organiser, state: 'proposed' },
    orderBy: 'closesAt',
    range: { gt: isoInstant(now) },
    limit,
  })
  if (items.length < limit) return
  throw conflict(
    'too_many_proposals',
    `You have ${limit} open proposals, which is the limit. Wait for answers, or cancel one first.`,
  )
}
