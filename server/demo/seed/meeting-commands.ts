import { DAY, HOUR } from '#shared/lib/durations.ts'
import type { MeetingKind, OutcomeKind } from '#shared/meetings/rules.ts'
import type { MeetingProposal } from '#shared/meetings/schema.ts'
import { isoInstant } from '#server/lib/clock.ts'

import type { SeedContext } from './context.ts'
import { LISBON } from './event-plans.ts'

const SATURDAY = 6

/** A meeting of the sample community. People are given by member id. */
export interface MeetingPlan extends Partial<
  Pick<MeetingProposal, 'place' | 'joinUrl' | 'agenda' | 'source'>
> {
  by: string
  with: readonly string[]
  purpose: string
  kind: MeetingKind
  minutes?: number
}

/** Results of a meeting between two members, given by member id. */
export interface Result {
  /** An outcome that the other has confirmed. */
  outcome?: { kind: OutcomeKind; from: string; note: string }
  /** A promise that was kept, and confirmed by the other. */
  promise?: { owner: string; text: string }
  thanks?: { from: string; text: string }
  notes?: string
}

/** Commands of members about meetings, each at a given time. */
export function meetingCommands({ now, at, services }: SeedContext) {
  const { meetings } = services.meetings
  const today = Math.floor(now / DAY) * DAY

  /** An hour (UTC) of the day that is this many days from today. Epoch milliseconds. */
  const on = (days: number, hour: number) => today + days * DAY + hour * HOUR
  /** The same for the nth working day after today. ISO instant. */
  function slot(nth: number, hour: number) {
    let days = 0
    for (let left = nth; left > 0;) {
      days += 1
      const { dayOfWeek } = Temporal.Instant.fromEpochMilliseconds(on(days, 0)).toZonedDateTimeISO('UTC')
      if (dayOfWeek < SATURDAY) left -= 1
    }
    return isoInstant(on(days, hour))
  }
  /** `YYYY-MM-DD`, `days` from today in Lisbon. */
  const date = (days: number) =>
    Temporal.Instant.fromEpochMilliseconds(now)
      .toZonedDateTimeISO(LISBON)
      .toPlainDate()
      .add({ days })
      .toString()

  const propose = async (time: number, plan: MeetingPlan, slots: readonly string[]) => {
    const { by, with: participants, minutes = 45, place = '', joinUrl = '', agenda = [], ...fields } = plan
    const proposal = { ...fields, participants: [...participants], durationMinutes: minutes }
    const meeting = await at(time, () =>
      meetings.propose(by, { ...proposal, place, joinUrl, agenda, slots: [...slots] }),
    )
    return meeting.id
  }

  /** Everyone answers yes on the day after the proposal. */
  async function schedule(daysAgo: number, plan: MeetingPlan, startsAt: string) {
    const id = await propose(on(-daysAgo, 9), plan, [startsAt])
    for (const member of plan.with) {
      await at(on(1 - daysAgo, 9), () =>
        meetings.commands.vote(member, id, { votes: [{ slot: startsAt, vote: 'yes' }] }),
      )
    }
    return id
  }

  /** @returns the promise's id */
  const promise = async (
    time: number,
    meetingId: string,
    { owner, to, text, dueOn }: { owner: string; to: string; text: string; dueOn: string },
  ) => {
    const { promises } = await at(time, () =>
      meetings.commands.promise(owner, meetingId, { text, to, dueOn }),
    )
    return promises.at(-1)?.id ?? ''
  }

  /** Each resulting ledger entry has its own time, because the order of entries decides which ones count. */
  async function follow(meetingId: string, daysAgo: number, [one, other]: [string, string], result: Result) {
    const { outcome, promise: kept, thanks, notes } = result
    const theOther = (member: string) => (member === one ? other : one)
    if (notes) await at(on(-daysAgo, 20), () => meetings.commands.writeNotes(one, meetingId, 0, notes))
    if (outcome) {
      const to = theOther(outcome.from)
      await at(on(1 - daysAgo, 8), () => meetings.commands.recordOutcome(to, meetingId, { ...outcome, to }))
    }
    if (kept) {
      const to = theOther(kept.owner)
      const made = { ...kept, to, dueOn: date(3 - daysAgo) }
      const id = await promise(on(-daysAgo, 21), meetingId, made)
      await at(on(2 - daysAgo, 8), () => meetings.commands.keepPromise(kept.owner, meetingId, id))
      await at(on(2 - daysAgo, 12), () => meetings.commands.confirmPromise(to, meetingId, id))
    }
    if (thanks) {
      const { from, text } = thanks
      await at(on(2 - daysAgo, 18), () =>
        meetings.commands.thank(from, meetingId, { to: theOther(from), text }),
      )
    }
  }

  /**
   * A meeting that was held `daysAgo` days ago, and confirmed by everyone that evening. At least three days for a
   * promise or thanks.
   */
  async function hold(
    daysAgo: number,
    plan: MeetingPlan,
    { hour = 9, ...result }: Result & { hour?: number } = {},
  ) {
    const id = await schedule(daysAgo + 3, plan, isoInstant(on(-daysAgo, hour)))
    for (const member of [plan.by, ...plan.with]) {
      await at(on(-daysAgo, 19), () => meetings.commands.confirm(member, id, true))
    }
    await follow(id, daysAgo, [plan.by, plan.with[0] ?? ''], result)
    return id
  }

  return { on, slot, date, propose, schedule, promise, hold }
}
