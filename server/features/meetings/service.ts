import type { MeetingDetails, MeetingProposal } from '#shared/meetings.ts'
import type { AccountStates, HiddenFrom } from '#server/features/connections/types.ts'
import type { Awards } from '#server/features/prestige/types.ts'
import { eachOf } from '#server/lib/all-of.ts'
import { notFound } from '#server/lib/failure.ts'

import { createMeetingCalendar } from './calendar.ts'
import { createMeetingChanges } from './changes.ts'
import { meetings } from './collection.ts'
import { createMeetingCommands } from './commands.ts'
import type { MeetingDocument } from './document.ts'
import { exportedMeeting } from './export.ts'
import { createInvitations, type InvitationDeps } from './invitations.ts'
import { createMeetingLists } from './lists.ts'
import { createPeople, type PeopleDeps } from './people.ts'
import { meetingsOf, peopleSeenBy } from './queries.ts'
import type { Command } from './state.ts'
import { detailsOf } from './viewing.ts'
import { createMeetingWriter, type WritingDeps } from './writing.ts'

interface Deps extends InvitationDeps, PeopleDeps, Pick<WritingDeps, 'introductionsBehind'> {
  awards: Awards
  accountStates: AccountStates
  hiddenFrom: HiddenFrom
  /** Of active members. `visible`: whether the viewer may see the zone. */
  timeZones: (
    viewerId: string,
    ids: readonly string[],
  ) => Promise<readonly { memberId: string; timeZone: string; visible: boolean }[]>
  /** Without absent events and drafts. */
  eventSummaries: (ids: readonly string[]) => Promise<readonly { id: string; title: string }[]>
}

export type MeetingService = ReturnType<typeof createMeetingService>

/** Growth meetings: from a proposal to what came of it. */
export function createMeetingService(deps: Deps) {
  const { store, clock, notify, newId, awards, accountStates, hiddenFrom, cards, timeZones, eventSummaries } =
    deps
  const { accountStateOf, connectedAmong, blocksAmong, introductionOf, followUpIntroductions, isEvent } = deps
  const { reasonsWith, introductionsBehind } = deps

  async function meetableFor(actor: string): Promise<Command['isPresent']> {
    const [stateOf, hidden] = await Promise.all([accountStates(), hiddenFrom(actor)])
    return (memberId) => stateOf(memberId) === 'active' && !hidden.has(memberId)
  }
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
      timeZones(actor, ids),
      eventSummaries(eventIds),
    ])
    const { isPresent, cardOf } = peopleSeenBy(views, actor, ids)
    const known = {
      cards: ids.flatMap((id) => cardOf(id) ?? []),
      zones: zones.filter(({ visible }) => visible),
    }
    return detailsOf(meeting, { actor, now: clock(), isPresent }, { ...known, event })
  }

  const write = createMeetingWriter({ store, clock, notify, awards, introductionsBehind, meetableFor })
  const propose = createInvitations({
    store,
    clock,
    notify,
    newId,
    accountStateOf,
    connectedAmong,
    blocksAmong,
    cards,
    introductionOf,
    followUpIntroductions,
    isEvent,
  })

  return {
    /**
     * Held meetings that start at `from` (ISO instant) or later, the earliest first; the empty string stands for all. With
     * who confirmed that they took place.
     */
    async *heldSince(from: string) {
      const all = eachOf(store, meetings, {
        where: { state: 'held' },
        orderBy: 'startsAt',
        range: { gte: from },
      })
      for await (const { startsAt, confirmations } of all) {
        const people = confirmations.filter(({ held }) => held).map(({ member }) => member)
        if (startsAt) yield { startsAt, people }
      }
    },

    ...createMeetingCommands({ clock, newId, write }),
    ...createMeetingLists({ store, clock }),
    ...createMeetingCalendar({ store, clock, found }),
    ...createMeetingChanges({ store, clock, notify, accountStates, meetableFor }),
    people: createPeople({ store, reasonsWith }),

    /** As one of its participants sees it. */
    details,

    get: async (actor: string, meetingId: string) => details(actor, await found(actor, meetingId)),

    propose: (actor: string, proposal: MeetingProposal, key?: string) => propose(actor, proposal, key),

    /** The member's part in each meeting; the others by id. */
    async exportOf(actor: string) {
      const now = clock()
      return meetingsOf(await store.views(), actor).map(({ meeting, isPresent, cardOf }) =>
        exportedMeeting(meeting, { actor, now, isPresent }, (id) => cardOf(id) !== undefined),
      )
    },
  }
}
