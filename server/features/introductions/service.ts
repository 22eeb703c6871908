import { INTRODUCTIONS_SHOWN, type RelationshipState } from '#shared/connection-rules.ts'
import type { Introduction } from '#shared/connections.ts'
import type { MemberCard, MemberProfile, OwnProfile } from '#shared/members.ts'
import { isCurrent } from '#shared/profile.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalid, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { HiddenFrom } from '#server/features/connections/types.ts'
import type { Store } from '#server/store/port.ts'

import { candidatesFor } from './candidates.ts'
import { dismissals } from './collection.ts'
import { createSharedHistory, type SharedHistoryDeps } from './shared-history.ts'
import { reasonsFor } from './reasons.ts'
import { topicWordsOf, type Subject, type TopicIndex } from './topic-index.ts'

interface Deps extends SharedHistoryDeps {
  store: Store
  clock: Clock
  /** Of everyone who is listed. */
  topics: () => Promise<TopicIndex>
  ownProfile: (member: { id: string }) => Promise<OwnProfile>
  /** Who of them is listed still, as the viewer may see them. */
  listedProfiles: (viewerId: string, ids: readonly string[]) => Promise<MemberProfile[]>
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
  names: (ids: readonly string[]) => Promise<MemberCard[]>
  hiddenFrom: HiddenFrom
  relationshipsWith: (
    viewerId: string,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { state: RelationshipState }>>
}

const REASONS_SHOWN = 3
/** How many of the likeliest are asked about, and how many are then read and weighed. */
const LIKELIEST = 100
const WEIGHED = 24

export type IntroductionService = ReturnType<typeof createIntroductionService>

/** Whom a member should meet, and why. The same data gives the same people. */
export function createIntroductionService(deps: Deps) {
  const { store, clock, topics, ownProfile, listedProfiles, cards, names, hiddenFrom, relationshipsWith } =
    deps
  const sharedHistory = createSharedHistory(deps)
  const dismissedBy = (by: string) => allOf(store, dismissals, { where: { by } })

  async function shortlist(id: string, likely: readonly string[], out: ReadonlySet<string>) {
    const likeliest = likely.filter((other) => !out.has(other)).slice(0, LIKELIEST)
    const ties = await relationshipsWith(id, likeliest)
    return likeliest.filter((other) => ties.get(other)?.state === 'none').slice(0, WEIGHED)
  }

  async function suggest(id: string) {
    const [profile, all, hidden, dismissed, ground] = await Promise.all([
      ownProfile({ id }),
      topics(),
      hiddenFrom(id),
      dismissedBy(id),
      sharedHistory(id),
    ])
    const own = currentPart(profile, clock())
    const out = new Set([id, ...hidden, ...ground.connected, ...dismissed.map(({ of }) => of)])
    const likely = candidatesFor(topicWordsOf(own), { topics: all, ...ground })
    const people = await listedProfiles(id, await shortlist(id, likely, out))
    const weighed = await Promise.all(
      people.map(async (other) => {
        const facts = { events: ground.met.get(other.id) ?? [], mutual: await ground.mutualWith(other.id) }
        const reasons = reasonsFor(own, other, { ...facts, weight: all.weight })
        return { id: other.id, reasons, points: reasons.reduce((sum, { points }) => sum + points, 0) }
      }),
    )
    return weighed
      .filter(({ reasons }) => reasons.length > 0)
      .toSorted((a, b) => b.points - a.points || (a.id < b.id ? -1 : 1))
  }

  async function introductionsOf(memberId: string, limit = INTRODUCTIONS_SHOWN): Promise<Introduction[]> {
    const best = (await suggest(memberId)).slice(0, limit)
    const seen = new Map(
      (
        await cards(
          memberId,
          best.map(({ id }) => id),
        )
      ).map((card) => [card.id, card]),
    )
    return best.flatMap(({ id, reasons }) => {
      const member = seen.get(id)
      return member ? [{ member, reasons: reasons.slice(0, REASONS_SHOWN).map(({ text }) => text) }] : []
    })
  }

  return {
    list: async (memberId: string) => ({ items: await introductionsOf(memberId) }),

    first: async (memberId: string) => (await introductionsOf(memberId, 1))[0],

    /** Remembered until it is taken back. Twice is as good as once. */
    async dismiss(by: string, of: string): Promise<void> {
      if (by === of) throw invalid('own_self', 'You are not introduced to yourself.')
      const [known] = await names([of])
      if (!known) throw notFound('member')
      const dismissal = { id: joinedId(by, of), by, of, dismissedAt: isoInstant(clock()) }
      await store.transact(async (tx) => {
        if (!(await tx.get(dismissals, dismissal.id))) tx.create(dismissals, dismissal)
      })
    },

    async undoDismissal(by: string, of: string): Promise<void> {
      await store.transact(async (tx) => tx.delete(dismissals, joinedId(by, of)))
    },

    exportOf: async (memberId: string) =>
      (await dismissedBy(memberId)).map(({ of, dismissedAt }) => ({ of, dismissedAt })),

    async forget(memberId: string): Promise<void> {
      const both = [
        ...(await dismissedBy(memberId)),
        ...(await allOf(store, dismissals, { where: { of: memberId } })),
      ]
      for (const { id } of both) await store.transact(async (tx) => tx.delete(dismissals, id))
    },
  }
}

/** Asks and offers that have run out are nobody's reason. */
function currentPart(profile: OwnProfile, now: number): Subject {
  const { id, displayName, keywords, address, industry } = profile
  const current = (asks: OwnProfile['asks']) => asks.filter((ask) => isCurrent(ask, now))
  return {
    id,
    displayName,
    keywords,
    address,
    industry,
    asks: current(profile.asks),
    offers: current(profile.offers),
  }
}
