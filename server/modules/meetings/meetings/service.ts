import { SECOND } from '#shared/lib/durations.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Calendar } from '#server/modules/calendar/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import type { Clock } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import { allOf } from '#server/store/all-of.ts'
import type { FeedListener, Store } from '#server/store/port.ts'

import { createArrangements } from './arrangements.ts'
import { createMeetingCalendar } from './calendar.ts'
import { createMeetingChanges } from './changes.ts'
import { meetings } from './collection.ts'
import { createMeetingCommands } from './commands.ts'
import type { MeetingDocument } from './document/document.ts'
import { exportedMeeting, ExportedMeetingsSchema } from './export.ts'
import { createProposals } from './proposals.ts'
import { createMeetingLists } from './lists.ts'
import { createPeople } from './people.ts'
import { meetingsOf, peopleSeenBy } from './queries.ts'
import { isHiddenCancellation, openPromises, present, remaining } from './document/state.ts'
import { detailsOf } from './viewing.ts'
import { createMeetingWriter } from './writing.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  operations: Operations
  people: People
  prestige: Prestige
  events: Events
  attendance: Attendance
  programme: Programme
  calendar: Calendar
}

/** Milliseconds within which a feed delivers a change. */
const FED_WITHIN = 5 * SECOND
const MAX_STARTING = 500

export type MeetingService = ReturnType<typeof createMeetingService>

/** Growth meetings, from the proposal to the follow-up. */
export function createMeetingService({
  store,
  clock,
  newId,
  operations,
  people,
  prestige,
  events,
  attendance,
  programme,
  calendar,
}: Deps) {
  async function found(actor: string, meetingId: string): Promise<MeetingDocument> {
    const meeting = await store.get(meetings, meetingId)
    if (!meeting?.participants.includes(actor)) throw notFound('meeting')
    return meeting
  }
  async function details(actor: string, meeting: MeetingDocument): Promise<MeetingDetails> {
    const ids = [...new Set([...meeting.participants, ...meeting.departures.map(({ member }) => member)])]
    const eventIds = meeting.source?.kind === 'event' ? [meeting.source.id] : []
    const [views, zones, [event]] = await Promise.all([
      store.views(),
      people.members.timeZones(actor, ids),
      programme.reader.summaries(actor, eventIds),
    ])
    const { isPresent, cardOf } = peopleSeenBy(views, actor, ids)
    const known = {
      cards: ids.flatMap((id) => cardOf(id) ?? []),
      zones: zones.filter(({ visible }) => visible),
    }
    return detailsOf(meeting, { actor, now: clock(), isPresent }, { ...known, event })
  }

  const write = createMeetingWriter({ store, clock, operations, people, prestige, attendance })
  const commands = createMeetingCommands({ clock, newId, write })
  const propose = createProposals({ store, clock, newId, operations, people, events })
  const { inCalendar, calendarEntry, lastCalendarEntry } = createMeetingCalendar({ store, clock, found })

  return {
    ...createArrangements({ clock, operations, people }),
    commands,
    lists: createMeetingLists({ store, clock }),
    changes: createMeetingChanges({ store, clock, operations, people }),
    people: createPeople({ store, people }),

    inCalendar,

    /** A file to open in a calendar app. */
    calendarFile: async (actor: string, meetingId: string) =>
      calendar.meetingFile(await calendarEntry(actor, meetingId)),

    /** The same file, or one for the cancellation. */
    calendarUpdateFile: async (actor: string, meetingId: string) =>
      calendar.meetingFile(await lastCalendarEntry(actor, meetingId)),

    /** Follows later changes by every replica. */
    openFeed: (listener: FeedListener<MeetingDocument>) =>
      store.openFeed(meetings, listener, { from: 'now' }),

    /** Scheduled meetings that start after `after` and no later than `until` (ISO instants), at most 500. */
    async starting(after: string, until: string): Promise<(MeetingDocument & { startsAt: string })[]> {
      const { items } = await store.find(meetings, {
        where: { state: 'scheduled' },
        orderBy: 'startsAt',
        range: { gt: after, lte: until },
        limit: MAX_STARTING,
      })
      const stateOf = await people.members.accountStates()
      const isPresent = (memberId: string) => stateOf(memberId) === 'active'
      return items.flatMap((meeting) => {
        // To members who were removed without notice it looks cancelled, as it does to everyone without an
        // organiser.
        if (isHiddenCancellation.of(meeting, { actor: meeting.organiser, now: clock(), isPresent })) return []
        return [
          { ...meeting, startsAt: meeting.startsAt ?? '', participants: present(meeting, { isPresent }) },
        ]
      })
    },

    /** Open promises that are due on one of these days (`YYYY-MM-DD`). */
    async promisesDueOn(days: readonly string[]) {
      const due = await Promise.all(
        days.map((day) => allOf(store, meetings, { contains: { field: 'dueDays', value: day } })),
      )
      return due.flatMap((all, at) =>
        all.flatMap((meeting) =>
          openPromises(meeting)
            .filter(({ dueOn }) => dueOn === days[at])
            .map((promise) => ({ ...promise, meeting: meeting.id })),
        ),
      )
    },

    /** Returns the ids of its participants; none if there is no such meeting. */
    async participantsOf(meetingId: string): Promise<ReadonlySet<string>> {
      const meeting = await store.get(meetings, meetingId)
      return new Set(meeting ? remaining(meeting) : [])
    },

    /**
     * Members whose lists of meetings are affected by a change. Members who have just left still see it on their
     * other pages, but are not notified of later changes.
     */
    listedFor: (meeting: MeetingDocument): string[] => [
      ...remaining(meeting),
      ...meeting.departures.flatMap(({ member, at }) =>
        Date.parse(at) > clock() - FED_WITHIN ? [member] : [],
      ),
    ],

    /** The meeting as one of its participants sees it. */
    details,

    get: async (actor: string, meetingId: string) => details(actor, await found(actor, meetingId)),

    propose,

    /** Records a fulfilled ask as an outcome of the last meeting that the helper proposed for it and that was held. */
    async askFulfilled({
      id: ask,
      owner,
      helper,
      text,
    }: {
      id: string
      owner: string
      helper: string
      text: string
    }) {
      const proposed = { where: { organiser: helper, state: 'held' }, orderBy: 'closesAt' } as const
      const about = (await allOf(store, meetings, proposed)).findLast(
        ({ source, participants }) =>
          source?.kind === 'ask' && source.id === ask && participants.includes(owner),
      )
      if (!about || about.outcomes.length >= MEETING_LIMITS.outcomes) return
      const kind = about.kind === 'mentoring' ? 'advice' : about.kind
      await commands.recordOutcome(owner, about.id, { kind, from: helper, to: owner, note: text }, ask)
    },

    /** The member's data in each meeting; the others by id. */
    async exportOf(actor: string) {
      const now = clock()
      return meetingsOf(await store.views(), actor).map(({ meeting, isPresent, cardOf }) =>
        exportedMeeting(meeting, { actor, now, isPresent }, (id) => cardOf(id) !== undefined),
      )
    },
  }
}

export const growthMeetingsAccountData = (service: MeetingService) =>
  exported(
    { name: 'growthMeetings', collections: [meetings], schema: ExportedMeetingsSchema },
    { exportOf: service.exportOf, forget: service.changes.forget },
  )
