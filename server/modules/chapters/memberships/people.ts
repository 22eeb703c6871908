import * as m from '#shared/chapters/messages.ts'
import { ASK_AGAIN_AFTER_DAYS, type ChapterRole } from '#shared/chapters/rules.ts'
import { can as canInCommunity } from '#shared/people/roles.ts'
import type { Clock } from '#server/lib/clock.ts'
import { conflict, notFound } from '#server/lib/failure.ts'
import type { Actor } from '#server/modules/actor.ts'
import { byId, bySlug, type ChapterAccess } from '#server/modules/chapters/access.ts'
import type { ChapterDocument } from '#server/modules/chapters/chapters/collection.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { activate, assertNotOnlyLead, otherHome } from './activation.ts'
import { type ChapterMembershipDocument, chapterMemberships } from './collection.ts'
import type { RecordMembership } from './record.ts'
import type { IndustrySeats } from './seats.ts'
import { causes, isActive, isRequest, membershipId, mustWait, wasInvited, withStatus } from './status.ts'
import type { MembershipWriter } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  access: ChapterAccess
  record: RecordMembership
  writer: MembershipWriter
  people: People
  seats: IndustrySeats
}

export type ChapterPeople = ReturnType<typeof createChapterPeople>

/** Commands on others' memberships, by leads and admins. Each is safe to repeat. */
export function createChapterPeople({ store, clock, access, record, writer, people, seats }: Deps) {
  const causedBy = causes(clock)

  /**
   * A lead sees no more of people than members do.
   * @throws Failure 404 for an unknown person, and for one who is hidden from the actor
   */
  async function assertVisible(tx: Transaction, { id, role }: Actor, memberId: string) {
    const state = await people.members.accountStateOf(tx, memberId)
    if (canInCommunity(role, 'administer') && state !== 'unknown' && state !== 'deleted') return
    const { byViewer, ofViewer } = await people.blocks.blocksBetween(tx, id, memberId)
    if (state !== 'active' || byViewer || ofViewer) throw notFound('member')
  }

  async function find(
    tx: Transaction,
    actor: Actor,
    { slug, memberId }: ChapterPersonKey,
    action: 'managePeople' | 'appoint',
  ) {
    const { chapter } = await access.findFor(tx, actor, slug, action)
    await assertVisible(tx, actor, memberId)
    const before = await tx.get(chapterMemberships, membershipId(chapter.id, memberId))
    return { chapter, before }
  }

  /** Someone without a membership, whom an admin appoints, is at home in the chapter unless they are in another. */
  async function appointed(
    tx: Transaction,
    actor: Actor,
    { chapter, member, role }: Appointment,
    before: ChapterMembershipDocument | undefined,
  ) {
    if (isActive(before)) {
      const status = { ...before, role }
      return writer.put(tx, withStatus(before, before, status, causedBy(actor)))
    }
    if (!canInCommunity(actor.role, 'administer')) throw notFound('member')
    const kind = (await otherHome(tx, member, chapter.id)) ? 'guest' : 'home'
    const industry = await seats.assertFree(tx, chapter, { member, kind }, actor.id)
    return activate(
      tx,
      writer,
      before,
      { chapter: chapter.id, member, kind, role, industry },
      causedBy(actor),
    )
  }

  async function appointIn(
    tx: Transaction,
    actor: Actor,
    { chapter, member, role }: Appointment,
    before?: ChapterMembershipDocument,
  ) {
    await appointed(tx, actor, { chapter, member, role }, before)
    const was = isActive(before) ? { role: before.role } : undefined
    await record(tx, { action: 'role_changed', actor, chapter, member, before: was, after: { role } })
  }

  return {
    /** Whether the member’s request waits for an answer. */
    async isWaiting(slug: string, memberId: string): Promise<boolean> {
      const chapter = await bySlug(store, slug)
      return (
        chapter !== undefined &&
        isRequest(await store.get(chapterMemberships, membershipId(chapter.id, memberId)))
      )
    },

    /** @throws Failure 404 without a request, 409 for the only lead of another chapter who asked for a new home */
    answer: (actor: Actor, key: ChapterPersonKey, answer: 'approve' | 'decline'): Promise<void> =>
      store.transact(async (tx) => {
        const { chapter, before } = await find(tx, actor, key, 'managePeople')
        const isApproved = answer === 'approve'
        if (before?.state === (isApproved ? 'active' : 'declined')) return
        if (!isRequest(before)) throw notFound('request')
        const place = { ...before, role: 'member' as const }
        if (isApproved) {
          const industry = await seats.assertFree(tx, chapter, place, actor.id)
          await activate(tx, writer, before, { ...place, industry }, causedBy(actor))
        } else
          await writer.put(tx, withStatus(before, place, { ...place, state: 'declined' }, causedBy(actor)))
        const action = isApproved ? 'request_approved' : 'request_declined'
        await record(tx, { action, actor, chapter, member: key.memberId })
      }),

    /** The member joins by accepting it. @throws Failure 409 for someone who declined one lately */
    invite: (actor: Actor, key: ChapterPersonKey): Promise<void> =>
      store.transact(async (tx) => {
        const { chapter, before } = await find(tx, actor, key, 'managePeople')
        if (before?.state === 'active' || before?.state === 'pending') return
        if (before?.state === 'declined' && mustWait(before, actor.id, clock()))
          throw conflict('invite_again_later', m.inviteLater({ days: ASK_AGAIN_AFTER_DAYS }))
        const status = { kind: 'guest', role: 'member', state: 'pending' } as const
        const place = { chapter: chapter.id, member: key.memberId }
        await writer.put(tx, withStatus(before, place, status, causedBy(actor)))
        const isQuiet = wasInvited(before, clock())
        await record(tx, { action: 'member_invited', actor, chapter, member: key.memberId, isQuiet })
      }),

    /**
     * Called in the transaction in which an invited person joins the community: they get the role in the chapter that
     * the invitation names, which becomes their home, unless it has been closed. Where the seat of their industry is
     * taken, they ask for it.
     * @returns the ids of the chapters that their document has to name, which the caller writes
     */
    async place(
      tx: Transaction,
      { chapter: id, member, by, role }: { chapter: string; member: string; by: string; role: ChapterRole },
    ): Promise<string[]> {
      const chapter = await byId(tx, id)
      if (!chapter || chapter.state === 'closed') return []
      const before = await tx.get(chapterMemberships, membershipId(chapter.id, member))
      const place = { chapter: chapter.id, member, kind: 'home', role } as const
      const seat = await seats.seatFor(tx, chapter, place)
      if (seat?.isFree === false) {
        await writer.put(
          tx,
          withStatus(before, place, { ...place, state: 'pending' }, causedBy({ id: member })),
        )
        await record(tx, { action: 'asked', actor: { id: by }, chapter, member, after: { kind: 'home' } })
        return []
      }
      await activate(tx, writer, before, { ...place, industry: seat?.industry }, causedBy({ id: by }))
      await record(tx, {
        action: 'joined',
        actor: { id: by },
        chapter,
        member,
        after: { kind: 'home', role },
      })
      return [chapter.id]
    },

    /** Ends a membership, or withdraws an invitation. @throws Failure 409 for the last lead */
    end: (actor: Actor, key: ChapterPersonKey): Promise<void> =>
      store.transact(async (tx) => {
        const { chapter, before } = await find(tx, actor, key, 'managePeople')
        if (!before || (before.state !== 'active' && before.state !== 'pending')) return
        await assertSuccessor(tx, actor, chapter, before)
        const status = { ...before, role: 'member', state: 'left' } as const
        await writer.put(tx, withStatus(before, before, status, causedBy(actor)))
        const was = { role: before.role, state: before.state }
        await record(tx, { action: 'membership_ended', actor, chapter, member: key.memberId, before: was })
      }),

    /** In the transaction of the caller: appoints someone who has had no membership in the chapter yet. */
    appointIn: (tx: Transaction, actor: Actor, appointment: Appointment) => appointIn(tx, actor, appointment),

    /** @throws Failure 404 for a lead who appoints someone outside the chapter, 409 for the last lead */
    appoint: (actor: Actor, key: ChapterPersonKey, role: ChapterRole): Promise<void> =>
      store.transact(async (tx) => {
        const { chapter, before } = await find(tx, actor, key, 'appoint')
        if (isActive(before) && before.role === role) return
        if (before) await assertSuccessor(tx, actor, chapter, before)
        await appointIn(tx, actor, { chapter, member: key.memberId, role }, before)
      }),
  }
}

interface Appointment {
  chapter: ChapterDocument
  member: string
  role: ChapterRole
}

export interface ChapterPersonKey {
  slug: string
  memberId: string
}

/** Admins may leave a chapter without a lead. */
async function assertSuccessor(
  tx: Transaction,
  { role }: Actor,
  ...membership: [chapter: Parameters<typeof assertNotOnlyLead>[1], before: ChapterMembershipDocument]
) {
  if (!canInCommunity(role, 'administer')) await assertNotOnlyLead(tx, ...membership)
}
