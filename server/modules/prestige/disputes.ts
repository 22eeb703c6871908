import type { DecisionEdit, DisputedEntry, DisputedPage } from '#shared/prestige/schema.ts'
import { reasonRule } from '#shared/lib/messages.ts'
import * as m from '#shared/prestige/messages.ts'
import { PRESTIGE_LIMITS } from '#shared/prestige/rules.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, forbidden, invalidFields, notFound } from '#server/lib/failure.ts'
import { paragraphs } from '#server/lib/text/plain-text.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'

import { type DisputeDocument, type EntryDocument, prestigeEntries } from './collection.ts'
import type { Awards } from './awards.ts'
import { disputedEntries, disputedTotal } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  awards: Awards
}

export type Disputes = ReturnType<typeof createDisputes>

/** The member and the confirmers of an entry can each dispute it once. It counts until an admin decides. */
export function createDisputes({ store, clock, operations, people, awards }: Deps) {
  async function canSee({ member, confirmedBy }: EntryDocument, viewerId: string) {
    if (member === viewerId) return true
    return confirmedBy.includes(viewerId) && (await people.members.cards(viewerId, [member])).length > 0
  }

  return {
    /** Repeating it while it is open succeeds and changes nothing. */
    async dispute({ id: by, sessionHash }: Actor, entryId: string, text: string): Promise<void> {
      const reason = reasonFrom(text)
      await store.transact(async (tx) => {
        const entry = await tx.get(prestigeEntries, entryId)
        if (!entry || !(await canSee(entry, by))) throw notFound('entry')
        const mine = entry.disputes?.find((dispute) => dispute.by === by)
        if (mine && !mine.decision) return
        if (!isDisputable(entry, by)) {
          throw conflict('dispute_decided', entry.voided ? m.disputeEntryVoid() : m.disputeDecidedForYou())
        }
        const at = isoInstant(clock())
        awards.putEntry(tx, withDisputes(entry, [...(entry.disputes ?? []), { by, reason, at }]))
        await operations.audit.record(
          { action: 'prestige.disputed', actor: by, target: entry.member, reason, sessionHash },
          tx,
        )
      })
    },

    /** Number of entries with open disputes. */
    countOpenDisputes: async () => disputedTotal(await store.views()),

    /** Entries with open disputes, longest open first. */
    async openDisputes(actor: Pick<Actor, 'id'>, cursor?: string): Promise<DisputedPage> {
      const query = fingerprint('disputes')
      const views = await store.views()
      const { items, ...next } = pageAt(cursor, query, (range) => disputedEntries(views, range))
      const entries = items.map(({ entry }) => entry)
      const ids = entries.flatMap(({ member, confirmedBy, disputes = [] }) => [
        member,
        ...confirmedBy,
        ...disputes.map(({ by }) => by),
      ])
      const names = await people.members.namesForAdmins([...new Set(ids)])
      const named = (id: string) => ({ id, displayName: names.get(id) ?? id })
      return {
        ...next,
        items: entries.map((entry) => disputedEntry(entry, named, entry.member !== actor.id)),
      }
    },

    /** Decides all open disputes of an entry. Repeating the same decision succeeds. */
    async decide(actor: Actor, entryId: string, { outcome, reason: text }: DecisionEdit): Promise<void> {
      const reason = reasonFrom(text)
      await store.transact(async (tx) => {
        const entry = await tx.get(prestigeEntries, entryId)
        if (!entry?.disputes) throw notFound('dispute')
        if (entry.member === actor.id) {
          throw forbidden('own_entry', m.disputeOwnEntry())
        }
        const { disputes } = entry
        if (!disputes.some(isOpen)) {
          if (disputes.some(({ decision }) => decision?.by === actor.id && decision.outcome === outcome))
            return
          throw conflict('dispute_decided', m.disputeDecided())
        }
        const at = isoInstant(clock())
        const decision = { outcome, by: actor.id, reason, at }
        const decided = withDisputes(
          entry,
          disputes.map((dispute) => (isOpen(dispute) ? { ...dispute, decision } : dispute)),
        )
        const voided = { cause: 'dispute' as const, by: actor.id, reason, at }
        awards.putEntry(tx, outcome === 'voided' ? { ...decided, voided } : decided)
        const { id: actorId, sessionHash } = actor
        const fact = { action: `prestige.dispute_${outcome}`, actor: actorId, target: entry.member }
        await operations.audit.record({ ...fact, reason, after: { entry: entryId }, sessionHash }, tx)
      })
    },
  }
}

const isOpen = ({ decision }: DisputeDocument) => decision === undefined

/** A decided dispute cannot be raised again by the same person. */
export const isDisputable = ({ voided, disputes = [] }: EntryDocument, by: string) =>
  !voided && !disputes.some((dispute) => dispute.by === by)

/** @param disputes earliest first */
function withDisputes(entry: EntryDocument, disputes: DisputeDocument[]): EntryDocument {
  const { disputedAt: _, ...rest } = entry
  const first = disputes.find(isOpen)
  return { ...rest, disputes, disputedAt: first?.at }
}

function reasonFrom(text: string) {
  const reason = paragraphs(text)
  const { min } = PRESTIGE_LIMITS.reason
  if (visibleLength(reason) < min) {
    throw invalidFields({ reason: reasonRule({ min }) })
  }
  return reason
}

type Named = (id: string) => { id: string; displayName: string }

function disputedEntry(entry: EntryDocument, named: Named, decidable: boolean): DisputedEntry {
  const { id, kind, subject, points, at, member, confirmedBy, disputes = [] } = entry
  return {
    id,
    kind,
    sentence: m.entrySentence({ kind, subject }),
    points,
    at,
    member: named(member),
    confirmedBy: confirmedBy.map(named),
    disputes: disputes.filter(isOpen).map(({ by, reason, at: raisedAt }) => ({
      by: named(by),
      reason,
      at: raisedAt,
    })),
    decidable,
  }
}
