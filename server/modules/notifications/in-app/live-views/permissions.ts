import type { IdentifiedLiveView } from '#shared/notifications/live-views.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'

export type LiveViewPermissions = ReturnType<typeof createLiveViewPermissions>

/** Decides which members may see a live view. */
export const createLiveViewPermissions = ({
  programme,
  meetings,
}: {
  programme: Programme
  meetings: Meetings
}) => ({
  /** Read from documents, so that a role or an RSVP that was lost through another replica counts at once. */
  permittedAmong: async (
    kind: IdentifiedLiveView,
    id: string,
    memberIds: readonly string[],
  ): Promise<ReadonlySet<string>> =>
    kind === 'meeting'
      ? meetings.meetings.participantsOf(id)
      : new Set(await programme.viewers.among(kind, id, memberIds)),
})
