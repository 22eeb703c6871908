import type { Clock } from '#server/lib/clock.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { ChapterDocument } from '#server/modules/chapters/chapters/collection.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Transaction } from '#server/store/port.ts'

import { chapterMemberships } from './collection.ts'

interface MembershipFact {
  action:
    | 'joined'
    | 'asked'
    | 'left'
    | 'move_undone'
    | 'request_approved'
    | 'request_declined'
    | 'member_invited'
    | 'membership_ended'
    | 'role_changed'
    | 'term_renewed'
    | 'lead_offered'
    | 'lead_offer_withdrawn'
    | 'moved_by_merge'
    | 'returned_from_merge'
  actor: Pick<Actor, 'id'> & Partial<Pick<Actor, 'sessionHash'>>
  chapter: ChapterDocument
  member: string
  before?: Record<string, string>
  after?: Record<string, string>
  /** The member is not notified of it. */
  isQuiet?: boolean
}

/** Changes by a lead or an admin of which the member is notified. Who is removed is not. */
const CHANGES: Partial<Record<MembershipFact['action'], string>> = {
  request_approved: 'approved',
  request_declined: 'declined',
  member_invited: 'invited',
  moved_by_merge: 'merged',
  returned_from_merge: 'unmerged',
}

/** The leads of the chapter, or the admins of a chapter without any. */
async function answeringIn(tx: Transaction, chapter: string) {
  const leads = await allOf(tx, chapterMemberships, { where: { chapter, role: 'lead', state: 'active' } })
  return leads.length > 0 ? leads.map(({ member }) => member) : ('admins' as const)
}

export type RecordMembership = ReturnType<typeof createMembershipRecord>

/** Records changes of memberships in the audit log, under the member, and notifies those who wait for them. */
export const createMembershipRecord =
  ({ audit, outbox }: Operations, clock: Clock) =>
  async (tx: Transaction, { action, actor, chapter, member, before, after, isQuiet }: MembershipFact) => {
    const dedupeKey = joinedId(chapter.id, member, action, String(clock()))
    const data = { chapter: chapter.name }
    const notifyLeads = async (
      topic: 'chapterRequest' | 'chapterSuccession',
      kind: 'chapterPeople' | 'chapter',
      news: Record<string, string> = {},
    ) =>
      outbox.notify(tx, {
        topic,
        subject: { kind, id: chapter.slug },
        dedupeKey,
        actor: member,
        recipients: await answeringIn(tx, chapter.id),
        data: { ...data, ...news },
      })
    if (action === 'asked') await notifyLeads('chapterRequest', 'chapterPeople')
    if (action === 'lead_offered') await notifyLeads('chapterSuccession', 'chapter', { news: 'offered' })
    const change = CHANGES[action]
    if (change && !isQuiet) {
      const { chapter: former = '' } = before ?? {}
      const subject = { kind: 'chapter', id: chapter.slug } as const
      const more = { dedupeKey, doneBy: actor.id, recipients: [member], data: { ...data, former, change } }
      outbox.notify(tx, { topic: 'chapterMembership', subject, ...more })
    }
    await audit.record(
      {
        action: `chapter.${action}`,
        actor: actor.id,
        target: member,
        before,
        after: { chapter: chapter.name, ...after },
        sessionHash: actor.sessionHash,
      },
      tx,
    )
  }
