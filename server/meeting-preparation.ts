import { createAvailabilityService } from '#server/features/availability/service.ts'
import type { BlockService } from '#server/features/blocks/service.ts'
import type { ConnectionService } from '#server/features/connections/service.ts'
import type { EventService } from '#server/features/events/service.ts'
import type { IntroductionService } from '#server/features/introductions/service.ts'
import { createMeetAgainService } from '#server/features/meet-again/service.ts'
import { createMemberIntroductionService } from '#server/features/member-introductions/service.ts'
import type { MemberService } from '#server/features/members/service.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { RsvpService } from '#server/features/rsvps/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store, Transaction } from '#server/store/port.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  notify: Notify
  blocks: BlockService
  connections: ConnectionService
  events: EventService
  introductions: IntroductionService
  members: MemberService
  rsvps: RsvpService
}

/** Constructs the services for what leads to a growth meeting. A part of `createServices`. */
export function createMeetingPreparation(deps: Deps) {
  const { store, clock, newId, notify, blocks, connections, events, introductions, members, rsvps } = deps

  const availability = createAvailabilityService({
    store,
    clock,
    ownProfile: members.ownProfile,
    timeZones: members.timeZones,
  })
  const memberIntroductions = createMemberIntroductionService({
    store,
    clock,
    newId,
    notify,
    accountStateOf: members.accountStateOf,
    blocksBetween: blocks.blocksBetween,
    connect: connections.connect,
  })
  const meetAgain = createMeetAgainService({
    store,
    clock,
    eventOf: events.visibleEvent,
    rsvpsTo: rsvps.rsvpsTo,
    attendeeIds: rsvps.attendeeIds,
    suggestionsAmong: async (memberId, candidates, limit) =>
      introductions.suggestions(await members.ownProfile({ id: memberId }), limit, candidates),
    accountStateOf: members.accountStateOf,
    blocksBetween: blocks.blocksBetween,
    isConnected: connections.isConnected,
    chosenByBoth: memberIntroductions.chosenByBoth,
  })
  return {
    availability,
    memberIntroductions,
    meetAgain,

    /** In the transaction that creates a block: what the blocker agreed to no longer counts. */
    async endByBlock(tx: Transaction, blocker: string, blocked: string) {
      await memberIntroductions.endByBlock(tx, blocker, blocked)
      await meetAgain.endByBlock(tx, blocker, blocked)
    },
  }
}
