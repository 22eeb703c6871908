import { Type } from 'typebox'

import {
  PrestigeRecordSchema,
  type PublicPrestige,
  type Rings,
  SharingSchema,
} from '#shared/prestige/schema.ts'
import { RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { deleteAll, eachOf } from '#server/store/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { prestigeCounts, prestigeEntries, prestigeSettings, prestigeSummaries } from './collection.ts'
import { createDryRun } from './dry-run.ts'
import { workedExample } from './example.ts'
import { confirmedMembers } from './queries.ts'
import { closedRings } from './rings.ts'
import { type PrestigeSharing, sharingOf } from './sharing.ts'
import { ofMember, type Summaries } from './summaries.ts'
import { tierStatement } from './summary-view.ts'

const ExportedPrestigeSchema = Type.Array(PrestigeRecordSchema)
const ExportedSharingSchema = Type.Object({
  ...SharingSchema.properties,
  linkCreatedAt: Type.Optional(Type.String()),
})

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  summaries: Summaries
  sharing: PrestigeSharing
}

export type PrestigeService = ReturnType<typeof createPrestigeService>

const BATCH = 400

export function createPrestigeService({ store, clock, operations, people, summaries, sharing }: Deps) {
  return {
    dryRun: createDryRun({ store, clock, operations, people }),

    publicRules(): PublicPrestige {
      const { points, samePairShares, tiers, ...rules } = RULES_IN_FORCE
      return {
        rules: { ...rules, points: { ...points }, samePairShares: [...samePairShares], tiers: [...tiers] },
        example: workedExample(RULES_IN_FORCE),
      }
    },

    /** The tier on a profile, and its visibility; undefined without a tier. */
    async onProfile(memberId: string) {
      const [summary, visibility] = await Promise.all([
        summaries.summaryOf(memberId),
        sharing.visibilityOf(memberId),
      ])
      return summary.tier === 'Member' ? undefined : { visibility, statement: tierStatement(summary) }
    },

    /** Groups of members who only confirm each other, largest first. */
    async rings(): Promise<Rings> {
      const confirmed = confirmedMembers(await store.views())
      const rings = closedRings(confirmed).toSorted((a, b) => b.length - a.length)
      const names = await people.members.namesForAdmins(rings.flat().slice(0, BATCH))
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
      return { ...sharingOf(settings), linkCreatedAt }
    },

    /** The member's confirmations for others are kept. */
    async forget(memberId: string) {
      await deleteAll(store, prestigeEntries, ofMember(memberId))
      await store.transact(async (tx) => {
        for (const collection of [prestigeSummaries, prestigeCounts, prestigeSettings]) {
          tx.delete(collection, memberId)
        }
      })
    },
  }
}

export const prestigeAccountData = (service: PrestigeService) =>
  exported(
    {
      name: 'prestige',
      collections: [prestigeEntries, prestigeSummaries, prestigeCounts],
      schema: ExportedPrestigeSchema,
    },
    service,
  )

export const prestigeSharingAccountData = (service: PrestigeService) =>
  exported(
    { name: 'prestigeSharing', collections: [prestigeSettings], schema: ExportedSharingSchema },
    { exportOf: service.exportSharing, forget: 'Deleted with the prestige.' },
  )
