import { PAGE_SIZE } from '#shared/constants.ts'
import type { MemberCard } from '#shared/members.ts'
import type { DecisionEdit, DisputedEntry, DisputedPage } from '#shared/prestige.ts'
import { PRESTIGE_LIMITS, sentenceOf } from '#shared/prestige-rules.ts'
import { visibleLength } from '#shared/visible-length.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, forbidden, invalidFields, notFound } from '#server/lib/failure.ts'
import { paragraphs } from '#server/lib/plain-text.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type DisputeDocument, type EntryDocument, prestigeEntries } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  /** Writes an entry, and has its member's summary calculated again. */
  putEntry: (tx: Transaction, entry: EntryDocument) => void
  /** Of those whom the viewer may see. */
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
  namesForAdmins: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** Whoever earned or confirmed an entry can dispute it once. It goes on counting until an admin decides. */
export function createDisputes({ store, clock, audit, putEntry, cards, namesForAdmins }: Deps) {
  async function canSee({ member, confirmedBy }: EntryDocument, viewerId: string) {
    if (member === viewerId) return true
    return confirmedBy.includes(viewerId) && (await cards(viewerId, [member])).length > 0
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
          throw conflict(
            'dispute_decided',
            entry.voided
              ? 'This entry doesn’t count any more.'
              : 'An admin has already decided your dispute.',
          )
        }
        const at = isoInstant(clock())
        putEntry(tx, withDisputes(entry, [...(entry.disputes ?? []), { by, reason, at }]))
        await audit({ action: 'prestige.disputed', actor: by, target: entry.member, reason, sessionHash }, tx)
      })
    },

    /** How many entries have open disputes. */
    countOpenDisputes: () => store.count(prestigeEntries, { orderBy: 'disputedAt' }),

    /** Entries with open disputes, the longest open first. */
    async openDisputes(actor: Pick<Actor, 'id'>, cursor?: string): Promise<DisputedPage> {
      const page = await store.find(prestigeEntries, {
        orderBy: 'disputedAt',
        limit: PAGE_SIZE,
        ...(cursor && { cursor }),
      })
      const ids = page.items.flatMap(({ member, confirmedBy, disputes = [] }) => [
        member,
        ...confirmedBy,
        ...disputes.map(({ by }) => by),
      ])
      const names = await namesForAdmins([...new Set(ids)])
      const named = (id: string) => ({ id, displayName: names.get(id) ?? id })
      return {
        ...page,
        items: page.items.map((entry) => disputedEntry(entry, named, entry.member !== actor.id)),
      }
    },

    /** Decides all open disputes of an entry. Repeating the same decision succeeds. */
    async decide(actor: Actor, entryId: string, { outcome, reason: text }: DecisionEdit): Promise<void> {
      const reason = reasonFrom(text)
      await store.transact(async (tx) => {
        const entry = await tx.get(prestigeEntries, entryId)
        if (!entry?.disputes) throw notFound('dispute')
        if (entry.member === actor.id) {
          throw forbidden('own_entry', 'Another admin has to decide about your own entry.')
        }
        const { disputes } = entry
        if (!disputes.some(isOpen)) {
          if (disputes.some(({ decision }) => decision?.by === actor.id && decision.outcome === outcome))
            return
          throw conflict('dispute_decided', 'This dispute was already decided.')
        }
        const at = isoInstant(clock())
        const decision = { outcome, by: actor.id, reason, at }
        const decided = withDisputes(
          entry,
          disputes.map((dispute) => (isOpen(dispute) ? { ...dispute, decision } : dispute)),
        )
        const voided = { cause: 'dispute' as const, by: actor.id, reason, at }
        putEntry(tx, outcome === 'voided' ? { ...decided, voided } : decided)
        const { id: actorId, sessionHash } = actor
        const fact = { action: `prestige.dispute_${outcome}`, actor: actorId, target: entry.member }
        await audit({ ...fact, reason, after: { entry: entryId }, sessionHash }, tx)
      })
    },
  }
}

const isOpen = ({ decision }: DisputeDocument) => decision === undefined

/** A decided dispute is not raised again by the same person. */
export const isDisputable = ({ voided, disputes = [] }: EntryDocument, by: string) =>
  !voided && !disputes.some((dispute) => dispute.by === by)

/** @param disputes the earliest first */
function withDisputes(entry: EntryDocument, disputes: DisputeDocument[]): EntryDocument {
  const { disputedAt: _, ...rest } = entry
  const first = disputes.find(isOpen)
  return { ...rest, disputes, ...(first && { disputedAt: first.at }) }
}

function reasonFrom(text: string) {
  const reason = paragraphs(text)
  const { min } = PRESTIGE_LIMITS.reason
  if (visibleLength(reason) < min) {
    throw invalidFields({ reason: `Enter a reason (at least ${min} characters).` })
  }
  return reason
}

type Named = (id: string) => { id: string; displayName: string }

function disputedEntry(entry: EntryDocument, named: Named, decidable: boolean): DisputedEntry {
  const { id, kind, subject, points, at, member, confirmedBy, disputes = [] } = entry
  return {
    id,
    kind,
    sentence: sentenceOf(kind, subject),
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
