import type { ImageService } from '#server/features/images/service.ts'
import { createMemberService } from '#server/features/members/service.ts'
import { createSessionService } from '#server/features/session/service.ts'
import type { RecordAudit } from '#server/lib/audit.ts'
import type { RelationshipKindsOf } from '#server/lib/relationships.ts'

import type { ServiceDeps } from './deps.ts'
import { createListedMembers } from './listed-members.ts'

interface Needs extends ServiceDeps {
  audit: RecordAudit
  images: ImageService
  relationshipKinds: RelationshipKindsOf
  /** Whether it was the viewer who blocked the member. */
  blockedBy: (viewerId: string, memberId: string) => Promise<boolean>
}

/** Who there is, who of them is signed in, and what all may know of them. */
export function wireMembers({ images, ...deps }: Needs) {
  const listed = createListedMembers(deps)
  const members = createMemberService({
    ...deps,
    adminEmails: deps.config.adminEmails,
    useImage: images.use,
    accountChanged: (id) => sessions.evict(id),
    changed: listed.changed,
  })
  const sessions = createSessionService({
    ...deps,
    admit: members.admit,
    maxAge: deps.config.sessionMaxAge,
  })
  return { members, sessions, listed }
}
