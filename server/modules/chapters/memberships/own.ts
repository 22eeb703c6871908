import * as m from '#shared/chapters/messages.ts'
import { ASK_AGAIN_AFTER_DAYS, type ChapterMembershipKind } from '#shared/chapters/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, forbidden, tooMany } from '#server/lib/failure.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Access, ChapterAccess } from '#server/modules/chapters/access.ts'
import { type ChapterDocument, chapters } from '#server/modules/chapters/chapters/collection.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { activate, assertNotOnlyLead } from './activation.ts'
import { type ChapterMembershipDocument, chapterMemberships } from './collection.ts'
import type { RecordMembership } from './record.ts'
import type { IndustrySeats } from './seats.ts'
import {
  causes,
  isActive,
  isChangedTooOften,
  isInvitation,
  isRequest,
  mustWait,
  undoUntil,
  withHistory,
  withStatus,
} from './status.ts'
import { isRenewable, termEndOf } from './term.ts'
import type { MembershipWriter } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  access: ChapterAccess
  record: RecordMembership
  writer: MembershipWriter
  seats: IndustrySeats
}

export type OwnChapterMemberships = ReturnType<typeof createOwnChapterMemberships>

/** Members’ commands on their own memberships. Each is safe to repeat. */
export function createOwnChapterMemberships({ store, clock, access, record, writer, seats }: Deps) {
  const causedBy = causes(clock)

  /** @throws Failure 403, 409 or 429 */
  function assertMayJoin({ chapter, own }: Access, actor: Actor) {
    if (chapter.state === 'closed') throw conflict('chapter_closed', m.joinClosed())
    if (mustWait(own, actor.id, clock()))
      throw conflict('ask_again_later', m.joinLater({ days: ASK_AGAIN_AFTER_DAYS }))
    const isKnown = isActive(own) || isInvitation(own)
    if (chapter.joinRule === 'invited' && !isKnown) throw forbidden('invitation_required', m.joinInvited())
    if (isChangedTooOften(own, clock())) throw tooMany(DAY, m.joinOften())
  }

  async function changeKind(
    tx: Transaction,
    actor: Actor,
    { chapter, own }: Access,
    kind: ChapterMembershipKind,
  ) {
    const role = isActive(own) ? own.role : 'member'
    const place = { chapter: chapter.id, member: actor.id, kind, role }
    const industry = await seats.assertFree(tx, chapter, place, actor.id)
    const mustAsk = chapter.joinRule === 'request' && !isActive(own) && !isInvitation(own)
    if (!mustAsk) {
      await activate(tx, writer, own, { ...place, industry }, causedBy(actor))
      return record(tx, { action: 'joined', actor, chapter, member: actor.id, after: { kind } })
    }
    await writer.put(tx, withStatus(own, place, { ...place, state: 'pending' }, causedBy(actor)))
    return record(tx, { action: 'asked', actor, chapter, member: actor.id, after: { kind } })
  }

  return {
    /** Joins, accepts an invitation, or asks a lead. A home elsewhere becomes a former one once this one is active. */
    join: (actor: Actor, slug: string, kind: ChapterMembershipKind): Promise<void> =>
      store.transact(async (tx) => {
        const found = await access.findFor(tx, actor, slug, 'see')
        const { own } = found
        if ((isActive(own) || isRequest(own)) && own.kind === kind) return
        assertMayJoin(found, actor)
        await changeKind(tx, actor, found, kind)
      }),

    /** Leaves, withdraws a request, or declines an invitation. @throws Failure 409 for the last lead */
    leave: (actor: Actor, slug: string): Promise<void> =>
      store.transact(async (tx) => {
        const { chapter, own } = await access.findFor(tx, actor, slug, 'see')
        if (!own || (own.state !== 'active' && own.state !== 'pending')) return
        await assertNotOnlyLead(tx, chapter, own)
        const state = isInvitation(own) ? 'declined' : 'left'
        await writer.put(tx, withStatus(own, own, { ...own, role: 'member', state }, causedBy(actor)))
        await record(tx, { action: 'left', actor, chapter, member: actor.id, before: { role: own.role } })
      }),

    /** Renews their term as lead from today. @throws Failure 403, or 409 for someone without a term */
    renewTerm: (actor: Actor, slug: string): Promise<void> =>
      store.transact(async (tx) => {
        const { chapter, own } = await access.findFor(tx, actor, slug, 'renewTerm')
        const endsAt = termEndOf(chapter, own)
        if (!own || endsAt === undefined) throw conflict('no_lead_term', m.noTerm())
        // A repeated request finds it renewed.
        if (!isRenewable(endsAt, clock())) return
        await writer.put(tx, withStatus(own, own, own, causedBy(actor)))
        await record(tx, { action: 'term_renewed', actor, chapter, member: actor.id })
      }),

    /** Restores both memberships as they were before the move. @throws Failure 409 when it is too late */
    undoMove: (actor: Actor, slug: string): Promise<void> =>
      store.transact(async (tx) => {
        const { chapter, own } = await access.findFor(tx, actor, slug, 'see')
        const { former, home } = await movedFrom(tx, own)
        if (!own?.move || !former || !home || isoInstant(clock()) > undoUntil(own.move.at))
          throw conflict('move_not_undoable', m.undoLate())
        const was = withHistory(own, own.history.length - 1)
        const back = withHistory(former, former.history.length - 1)
        const industry =
          back?.state === 'active'
            ? await seats.assertFree(tx, home, { member: actor.id, kind: back.kind }, actor.id)
            : undefined
        const left = { ...own, role: 'member', state: 'left' } as const
        const again = isActive(was) ? was : withStatus(own, own, left, causedBy(actor))
        await writer.put(tx, again, ...(back ? [{ ...back, industry }] : []))
        await record(tx, {
          action: 'move_undone',
          actor,
          chapter,
          member: actor.id,
          after: { home: home.name },
        })
      }),
  }
}

/** The former home of a move that neither membership has changed since, and its chapter, unless that is closed. */
async function movedFrom(tx: Transaction, own: ChapterMembershipDocument | undefined) {
  const former = own?.move && (await tx.get(chapterMemberships, own.move.other))
  if (!isActive(own) || former?.state !== 'left' || former.move?.at !== own.move?.at) return {}
  const home: ChapterDocument | undefined = await tx.get(chapters, former.chapter)
  return home?.state === 'closed' ? {} : { former, home }
}
