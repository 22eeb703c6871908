import type { Actor } from '#server/modules/actor.ts'
import type { ChapterDocument } from '#server/modules/chapters/chapters/collection.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Transaction } from '#server/store/port.ts'

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
  actor: Actor
  chapter: ChapterDocument
  member: string
  before?: Record<string, string>
  after?: Record<string, string>
}

export type RecordMembership = ReturnType<typeof createMembershipRecord>

/** Records changes of memberships in the audit log, under the member. */
export const createMembershipRecord =
  (audit: Operations['audit']) =>
  (tx: Transaction, { action, actor, chapter, member, before, after }: MembershipFact) =>
    audit.record(
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
