import * as m from '#shared/rounds/messages.ts'
import type { Buddies, BuddyOffer, BuddyRequest } from '#shared/rounds/buddies.ts'
import { DAY } from '#shared/lib/durations.ts'
import { NEWCOMER_FOR, ROUND_LIMITS } from '#shared/rounds/rules.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, forbidden } from '#server/lib/failure.ts'
import { oneLine } from '#server/lib/text/plain-text.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { buddyOffers, buddyPairs } from './collection.ts'
import { buddyCandidates, buddyOf, ownOffer } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  people: People
  meetings: Meetings
}

/** Candidates that are compared, and that are shown. */
const COMPARED = 50
const SHOWN = 3

export type BuddyService = ReturnType<typeof createBuddyService>

/** Buddies, whom newcomers choose among members who offer it. The two get a proposed meeting. */
export function createBuddyService({ store, clock, people, meetings }: Deps) {
  const isNewcomer = async (member: string) =>
    Date.parse((await people.members.joinedAtOf(member)) ?? '') > clock() - NEWCOMER_FOR

  async function candidatesFor(viewerId: string): Promise<Buddies['candidates']> {
    const found = buddyCandidates(await store.views(), { viewerId, now: clock() }, COMPARED)
    const ids = found.map(({ member }) => member.id)
    const matches = await people.suggestions.matchesBetween(viewerId, ids)
    return found
      .map((candidate) => ({
        ...candidate,
        match: undefined,
        points: 0,
        ...matches.get(candidate.member.id),
      }))
      .toSorted((a, b) => Number(!a.chapter) - Number(!b.chapter) || b.points - a.points)
      .slice(0, SHOWN)
      .map(({ member, chapter, match }) => ({ member, chapter, match }))
  }

  async function seenBy(viewerId: string): Promise<Buddies> {
    const views = await store.views()
    const viewing = { viewerId, now: clock() }
    const offer = ownOffer(views, viewing)
    if (!(await isNewcomer(viewerId))) return { isNewcomer: false, offer, candidates: [] }
    const buddy = buddyOf(views, viewing)
    return { isNewcomer: true, offer, buddy, candidates: buddy ? [] : await candidatesFor(viewerId) }
  }

  /** Whether the buddy has time for one more. Decided in the transaction: two newcomers can ask at once. */
  async function hasTime(tx: Transaction, buddy: string) {
    const offer = await tx.get(buddyOffers, buddy)
    if (!offer) return false
    const since = isoInstant(clock() - NEWCOMER_FOR)
    const pairs = (await allOf(tx, buddyPairs, { where: { buddy } })).filter(({ at }) => at > since)
    const on = await meetings.meetings.areOn(
      tx,
      pairs.map(({ meeting }) => meeting),
    )
    return on.filter(Boolean).length < offer.most
  }

  /** Whether someone whom the newcomer asked before can still be their buddy. */
  async function hasBuddy(tx: Transaction, newcomer: string) {
    const pairs = await allOf(tx, buddyPairs, { where: { newcomer } })
    const on = await meetings.meetings.areOn(
      tx,
      pairs.map(({ meeting }) => meeting),
    )
    for (const { buddy } of pairs.filter((_, at) => on[at])) {
      const { byViewer, ofViewer } = await people.blocks.blocksBetween(tx, newcomer, buddy)
      if (!byViewer && !ofViewer && (await people.members.accountStateOf(tx, buddy)) === 'active') return true
    }
    return false
  }

  return {
    seenBy,

    /** Also changes the number of newcomers. @throws Failure 403 for a newcomer */
    async offer(member: string, { most }: BuddyOffer): Promise<Buddies> {
      if (await isNewcomer(member)) throw forbidden('newcomer', m.buddyNewcomer({ days: NEWCOMER_FOR / DAY }))
      await store.transact(async (tx) => {
        const before = await tx.get(buddyOffers, member)
        tx.put(buddyOffers, { id: member, most, since: before?.since ?? isoInstant(clock()) })
      })
      return seenBy(member)
    },

    /** Present newcomers keep their buddy. Stopping twice succeeds. */
    async stop(member: string): Promise<void> {
      await store.transact(async (tx) => tx.delete(buddyOffers, member))
    },

    /**
     * Proposes a meeting of the two, who have both agreed to it: one by the offer, one by asking. Asking the same member again
     * succeeds. @throws Failure 403 unless a newcomer asks, 409 for someone who cannot be their buddy, whatever the reason
     */
    async ask(newcomer: string, buddy: string, sent: BuddyRequest): Promise<Buddies> {
      if (!(await isNewcomer(newcomer)))
        throw forbidden('newcomers_only', m.buddyNewcomersOnly({ days: NEWCOMER_FOR / DAY }))
      const topic = oneLine(sent.topic)
      const slots = await meetings.availability.timesFor([buddy, newcomer], ROUND_LIMITS.minutes)
      const id = joinedId(newcomer, 'buddy', buddy)
      await store.transact(async (tx) => {
        if (await tx.get(buddyPairs, id)) {
          const [isOn] = await meetings.meetings.areOn(tx, [id])
          if (isOn) return
          throw notPossible()
        }
        if (await hasBuddy(tx, newcomer)) throw conflict('has_buddy', m.buddyAlready())
        if (buddy === newcomer || !(await hasTime(tx, buddy))) throw notPossible()
        const met = await meetings.meetings.arrange(tx, {
          id,
          members: [newcomer, buddy],
          purpose: m.buddyPurpose(),
          agenda: topic ? [topic] : [],
          durationMinutes: ROUND_LIMITS.minutes,
          slots,
        })
        if (met.length === 0) throw notPossible()
        tx.create(buddyPairs, { id, newcomer, buddy, at: isoInstant(clock()), meeting: id })
      })
      return seenBy(newcomer)
    },
  }
}

const notPossible = () => conflict('buddy_not_possible', m.buddyNotPossible())
