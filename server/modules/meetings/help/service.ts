import * as m from '#shared/meetings/messages.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Clock } from '#server/lib/clock.ts'
import { conflict, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store } from '#server/store/port.ts'
import type { AvailabilityService } from '#server/modules/meetings/availability/service.ts'
import { meetings as meetingDocuments } from '#server/modules/meetings/meetings/collection.ts'
import { assertBelowLimit } from '#server/modules/meetings/meetings/proposals.ts'
import { isOff } from '#server/modules/meetings/meetings/rules.ts'
import type { MeetingService } from '#server/modules/meetings/meetings/service.ts'

interface Deps {
  store: Store
  clock: Clock
  people: People
  availability: AvailabilityService
  meetings: MeetingService
}

export type HelpService = ReturnType<typeof createHelpService>

/** Offers of help with asks, by members who need not be connected with the owner (decision 144). */
export function createHelpService({ store, clock, people, availability, meetings }: Deps) {
  return {
    /**
     * Proposes a meeting of the two, for which the ask is the reason. Repeating it succeeds while the meeting is on.
     * @throws Failure 404 unless the helper sees the ask, 409 after a meeting for it that does not take place
     */
    async offer(helper: string, askId: string): Promise<MeetingDetails> {
      const ask = await people.asks.open(helper, askId)
      if (!ask || ask.owner === helper) throw notFound('ask')
      const members = [helper, ask.owner]
      const durationMinutes = MEETING_LIMITS.helpMinutes
      const slots = await availability.timesFor(members, durationMinutes)
      const id = joinedId(helper, 'help', askId)
      await store.transact(async (tx) => {
        const before = await tx.get(meetingDocuments, id)
        if (before && isOff.of(before)) throw conflict('help_offered', m.refusedHelpAgain())
        if (before) return
        await assertBelowLimit(tx, helper, clock())
        const arranged = { id, members, purpose: ask.text, agenda: [], durationMinutes, slots, ask: askId }
        if ((await meetings.arrange(tx, arranged)).length === 0) throw notFound('ask')
      })
      return meetings.get(helper, id)
    },
  }
}
