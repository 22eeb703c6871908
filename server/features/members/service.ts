import { PAGE_SIZE } from '#shared/constants.ts'
import type { OwnProfile } from '#shared/members.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { RelationshipKindsOf } from '#server/features/connections/types.ts'
import type { Store } from '#server/store/port.ts'

import { createAdmission } from './admission.ts'
import { type MemberDocument, members } from './collection.ts'
import { createEditing, type UseImage } from './editing.ts'
import { createDeletion } from './deletion.ts'
import { createViewing } from './viewing.ts'
import { createMemberWriter, createUndeletedWriter, loadMember } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  audit: RecordAudit
  adminEmails: ReadonlySet<string>
  relationshipKindsOf: RelationshipKindsOf
  hasBlocked: (viewerId: string, memberId: string) => Promise<boolean>
  useImage: UseImage
  accountChanged: (id: string) => void
  changed: (member: MemberDocument) => void
}

export type MemberService = ReturnType<typeof createMemberService>

export function createMemberService(deps: Deps) {
  const { store } = deps
  const write = createMemberWriter(deps)
  const writeUndeleted = createUndeletedWriter(write)
  return {
    ...createAdmission({ ...deps, write }),
    ...createEditing({ ...deps, writeUndeleted }),
    ...createViewing(deps),
    ...createDeletion({ ...deps, write, writeUndeleted }),

    ownProfile: async ({ id }: Pick<Actor, 'id'>): Promise<OwnProfile> => loadMember(store, id),

    /** Everything that is kept of the person themselves. */
    exportOf: (id: string): Promise<OwnProfile> => loadMember(store, id),

    /** Everyone, newest first, for admins. */
    records: (cursor?: string) =>
      store.find(members, {
        orderBy: 'joinedAt',
        direction: 'desc',
        limit: PAGE_SIZE,
        ...(cursor && { cursor }),
      }),
  }
}
