import { createBlockService } from '#server/features/blocks/service.ts'
import { createConnectionNoteService } from '#server/features/connection-notes/service.ts'
import { createConnectionService } from '#server/features/connections/service.ts'
import type { MeetingService } from '#server/features/meetings/service.ts'
import type { MemberService } from '#server/features/members/service.ts'
import type { RsvpService } from '#server/features/rsvps/service.ts'

import type { ServiceDeps } from './deps.ts'

interface Needs extends Pick<ServiceDeps, 'store' | 'clock'> {
  members: MemberService
  rsvps: RsvpService
  meetings: MeetingService
}

/** What stands between two members, and what each keeps to themselves about it. */
export function wireRelationships({ members, rsvps, meetings, ...deps }: Needs) {
  const blocks = createBlockService({
    ...deps,
    names: members.names,
    sever: (tx, blocker, blocked) => connections.sever(tx, blocker, blocked),
  })
  const connections = createConnectionService({
    ...deps,
    ...members,
    hiddenFrom: blocks.hiddenFrom,
    blockedBy: blocks.blockedBy,
    blocksBetween: blocks.between,
    eventsTogether: rsvps.together,
    meetingsTogether: meetings.together,
  })
  const notes = createConnectionNoteService({
    ...deps,
    connected: connections.accepted,
    relationshipKinds: connections.relationshipKinds,
    cards: members.cards,
  })
  return { blocks, connections, notes }
}
