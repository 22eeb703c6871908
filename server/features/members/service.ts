import type { OwnProfile } from '#shared/members.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { RelationshipKindOf, RelationshipKindsOf } from '#server/features/connections/types.ts'

import type { Store, Transaction } from '#server/store/port.ts'

import { createAdmission } from './admission.ts'
import { createDeletion } from './deletion.ts'
import { createEditing, type UseImage } from './editing.ts'
import { createMembership } from './membership.ts'
import { createMemberModeration } from './moderation.ts'
import { createViewing, type PrestigeOf } from './viewing.ts'
import { createMemberWriter, loadMember } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  audit: RecordAudit
  notify: Notify
  adminEmails: ReadonlySet<string>
  admissionOf: (email: string) => Promise<'active' | 'pending' | 'uninvited'>
  invitations: Parameters<typeof createAdmission>[0]['invitations']
  emailChanged: Parameters<typeof createAdmission>[0]['emailChanged']
  relationshipKindOf: RelationshipKindOf
  relationshipKindsOf: RelationshipKindsOf
  hasBlocked: (blockerId: string, memberId: string) => Promise<boolean>
  useImage: UseImage
  industries: () => Promise<ReadonlySet<string>>
  visibilityOfNewcomers: () => Promise<OwnProfile['visibility']>
  timeZoneChanged: (tx: Transaction, id: string, timeZone: string) => Promise<void>
  accountChanged: (id: string) => void
  /** Called after a membership was decided about; repeating it changes nothing. */
  membershipChanged: (id: string) => Promise<void>
  log: { warn: (fields: object, message: string) => void }
  prestigeOf: PrestigeOf
}

export type MemberService = ReturnType<typeof createMemberService>

export function createMemberService(deps: Deps) {
  const { store, clock, newId, audit, notify, adminEmails, admissionOf, invitations } = deps
  const { industries, visibilityOfNewcomers, useImage, timeZoneChanged, accountChanged } = deps
  const { relationshipKindOf, relationshipKindsOf, hasBlocked, prestigeOf } = deps
  const { write, writeIn, writeUnlessDeleted, moveIndustry } = createMemberWriter({ store, clock })
  /**
   * What was decided is stored, whether or not this fails. Nothing repeats it: the seats that it would have given wait for
   * the next RSVP to the event, or the next edit of it.
   */
  const membershipChanged = (id: string) =>
    deps.membershipChanged(id).catch((err: unknown) => {
      deps.log.warn({ err, member: id }, 'a changed membership has not reached the member’s RSVPs')
    })
  const viewing = createViewing({
    store,
    clock,
    relationshipKindOf,
    relationshipKindsOf,
    hasBlocked,
    prestigeOf,
  })

  return {
    ...createAdmission({
      store,
      clock,
      audit,
      notify,
      adminEmails,
      admissionOf,
      invitations,
      visibilityOfNewcomers,
      emailChanged: deps.emailChanged,
      write,
      membershipChanged,
    }),
    ...createEditing({
      clock,
      newId,
      writeUnlessDeleted,
      useImage,
      industries,
      timeZoneChanged,
      accountChanged,
    }),
    ...viewing,
    ...createMembership({ store, clock, audit, write, accountChanged, membershipChanged }),
    ...createDeletion({ store, clock, audit, write, writeUnlessDeleted, useImage, accountChanged }),

    moderation: createMemberModeration({
      store,
      clock,
      relationshipKindOf,
      profile: viewing.profile,
      writeIn,
    }),

    moveIndustry,

    ownProfile: async ({ id }: Pick<Actor, 'id'>): Promise<OwnProfile> => loadMember(store, id),

    exportOf: (id: string): Promise<OwnProfile> => loadMember(store, id),
  }
}
