import * as m from '#shared/meetings/messages.ts'
import type { Clock } from '#server/lib/clock.ts'
import { conflict, notFound } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import type { MeetingDocument } from './document/document.ts'
import { meetingsStartingFrom, peopleSeenBy } from './queries.ts'
import { type Command, isHiddenCancellation, isVoting, statusOf } from './document/state.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  /** @throws Failure 404 unless the viewer is in it */
  found: (viewerId: string, meetingId: string) => Promise<MeetingDocument>
}

/** Meetings for calendars. */
export function createMeetingCalendar({ store, clock, found }: Deps) {
  const viewing = async (actor: string, { participants }: MeetingDocument): Promise<Command> => ({
    actor,
    now: clock(),
    isPresent: peopleSeenBy(await store.views(), actor, participants).isPresent,
  })

  return {
    /**
     * Meetings that were scheduled to start at `from` (ISO instant) or later. For a member who was removed without
     * notice, the entry disappears.
     */
    async inCalendar(actor: string, from: string) {
      const now = clock()
      return meetingsStartingFrom(await store.views(), actor, from).flatMap(({ meeting, isPresent }) => {
        const viewer = { actor, now, isPresent }
        return isHiddenCancellation.of(meeting, viewer) ? [] : [entryOf(meeting, viewer)]
      })
    },

    /**
     * Also for a cancelled meeting, so that it is removed from a calendar. @throws Failure 404 if it never had a
     * time
     */
    async lastCalendarEntry(actor: string, meetingId: string) {
      const meeting = await found(actor, meetingId)
      const viewer = await viewing(actor, meeting)
      if (meeting.startsAt === undefined || isHiddenCancellation.of(meeting, viewer))
        throw notFound('meeting')
      return entryOf(meeting, viewer)
    },

    /** @throws Failure 409 unless it has a time */
    async calendarEntry(actor: string, meetingId: string) {
      const meeting = await found(actor, meetingId)
      const viewer = await viewing(actor, meeting)
      if (meeting.startsAt === undefined || isCancelled(meeting, viewer))
        throw conflict('not_scheduled', m.refusedCalendar())
      return entryOf(meeting, viewer)
    },
  }
}

const isCancelled = (meeting: MeetingDocument, viewer: Command) =>
  isVoting(meeting, viewer) || ['expired', 'declined', 'cancelled'].includes(statusOf(meeting, viewer))

function entryOf(meeting: MeetingDocument, viewer: Command) {
  const { id, purpose, startsAt = '', durationMinutes, sequence, changedAt, place, joinUrl, agenda } = meeting
  const cancelled = isCancelled(meeting, viewer)
  const reason = cancelled ? meeting.change?.reason : undefined
  return {
    id,
    purpose,
    startsAt,
    durationMinutes,
    sequence,
    changedAt,
    place,
    joinUrl,
    agenda,
    cancelled,
    reason,
  }
}
