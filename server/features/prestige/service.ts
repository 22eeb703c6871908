import type { MemberCard } from '#shared/members.ts'
import type { PublicPrestige, Rings } from '#shared/prestige.ts'
import { RULES_IN_FORCE } from '#shared/prestige-rules.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import { allOf, eachOf } from '#server/lib/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import type { createAwards } from './awards.ts'
import { prestigeCounts, prestigeEntries, prestigeSettings, prestigeSummaries } from './collection.ts'
import { createDisputes } from './disputes.ts'
import { createDryRun } from './dry-run.ts'
import { workedExample } from './example.ts'
import { createPublicPage } from './public-page.ts'
import { confirmedMembers } from './queries.ts'
import { closedRings } from './rings.ts'
import { createSharing, sharingOf } from './sharing.ts'
import { createStatements } from './statements.ts'
import { createSummaries, ofMember } from './summaries.ts'
import { tierStatement } from './summary-view.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  notify: Notify
  timeZonesOf: Parameters<typeof createSummaries>[0]['timeZonesOf']
  audit: RecordAudit
  putEntry: ReturnType<typeof createAwards>['putEntry']
  /** Of the server, at least 32 characters. */
  secret: string
  origin: string
  productSlug: string
  /** Of those whom the viewer may see, in the order of `ids`. */
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
  namesForAdmins: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  publicProfile: Parameters<typeof createPublicPage>[0]['publicProfile']
}

export type PrestigeService = ReturnType<typeof createPrestigeService>

const BATCH = 400

export function createPrestigeService(deps: Deps) {
  const { store, clock, newId, notify, audit, putEntry, secret, origin, productSlug } = deps
  const { namesForAdmins, publicProfile, cards } = deps
  const summaries = createSummaries({ store, clock, notify, timeZonesOf: deps.timeZonesOf })
  const sharing = createSharing({ store, clock, audit, newId, secret, origin, productSlug })

  return {
    ...createStatements({ store, clock, summaries, cards }),
    ...createDisputes({ store, clock, audit, putEntry, cards, namesForAdmins }),
    ...createPublicPage({ store, clock, summaries, sharing, publicProfile }),
    calculateDue: () => summaries.calculateDue(),
    share: sharing.share,
    createLink: sharing.createLink,
    revokeLink: sharing.revokeLink,
    dryRun: createDryRun({ store, clock, audit, namesForAdmins }),

    publicRules(): PublicPrestige {
      const { points, samePairShares, tiers, ...rules } = RULES_IN_FORCE
      return {
        rules: { ...rules, points: { ...points }, samePairShares: [...samePairShares], tiers: [...tiers] },
        example: workedExample(RULES_IN_FORCE),
      }
    },

    /** What a profile shows, and to whom; undefined without a tier. */
    async onProfile(memberId: string) {
      const [summary, visibility] = await Promise.all([
        summaries.summaryOf(memberId),
        sharing.visibilityOf(memberId),
      ])
      return summary.tier === 'Member' ? undefined : { visibility, statement: tierStatement(summary) }
    },

    /** Groups of members who only confirm each other, the largest first. */
    async rings(): Promise<Rings> {
      const confirmed = confirmedMembers(await store.views())
      const rings = closedRings(confirmed).toSorted((a, b) => b.length - a.length)
      const names = await namesForAdmins(rings.flat().slice(0, BATCH))
      return {
        items: rings.slice(0, BATCH).map((ring) => ({
          members: ring.map((id) => {
            const { tier, points } = confirmed.get(id)!
            return { id, displayName: names.get(id) ?? id, tier, points }
          }),
        })),
      }
    },

    exportOf: (memberId: string) => eachOf(store, prestigeEntries, ofMember(memberId)),

    exportSharing: async (memberId: string) => {
      const settings = await store.get(prestigeSettings, memberId)
      const { linkCreatedAt } = settings ?? {}
      return { ...sharingOf(settings), ...(linkCreatedAt && { linkCreatedAt }) }
    },

    /** What the member confirmed for others stays. */
    async forget(memberId: string) {
      const entries = await allOf(store, prestigeEntries, ofMember(memberId))
      for (let from = 0; from < entries.length; from += BATCH) {
        await store.transact(async (tx) => {
          for (const { id } of entries.slice(from, from + BATCH)) tx.delete(prestigeEntries, id)
        })
      }
      await store.transact(async (tx) => {
        for (const collection of [prestigeSummaries, prestigeCounts, prestigeSettings]) {
          tx.delete(collection, memberId)
        }
      })
    },
  }
}
