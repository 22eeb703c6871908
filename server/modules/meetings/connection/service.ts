import type { ConnectionDetails } from '#shared/meetings/connection.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { MeetingService } from '#server/modules/meetings/meetings/service.ts'
import type { People } from '#server/modules/people/module.ts'

interface Deps {
  people: People
  attendance: Attendance
  meetings: MeetingService
}

export type ConnectionDetailsService = ReturnType<typeof createConnectionService>

/** A connection with what the two did together. Part of meetings, the last module that adds to it. */
export const createConnectionService = ({ people, attendance, meetings }: Deps) => ({
  /** @throws Failure 404 unless the viewer is one of the two, and connected from the viewer's point of view */
  async details(viewer: Actor, connectionId: string): Promise<ConnectionDetails> {
    const connection = await people.connections.details.visibleConnection(viewer.id, connectionId)
    const { memberId, since } = connection
    const [shown, eventsInCommon, meetingsTogether] = await Promise.all([
      people.connections.details.peopleOf(viewer, connection),
      attendance.rsvps.reader.eventsInCommon(viewer.id, memberId),
      meetings.lists.together(viewer.id, memberId),
    ])
    return { id: connectionId, since, ...shown, events: eventsInCommon, meetings: meetingsTogether }
  },
})
