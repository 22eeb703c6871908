import * as m from '#shared/prestige/messages.ts'
import type { MemberCard } from '#shared/people/members.ts'
import type {
  ConfirmedEntry,
  ConfirmedPage,
  LatestPrestige,
  OwnPrestige,
  PrestigeEntry,
} from '#shared/prestige/schema.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'

import { type EntryDocument, prestigeSettings, UNDONE_REASONS } from './collection.ts'
import { isDisputable } from './disputes.ts'
import { type Count, countNow } from './evaluation.ts'
import { entriesConfirmedBy, entriesOf } from './queries.ts'
import { sharingOf } from './sharing.ts'
import type { Summaries } from './summaries.ts'
import { summaryView } from './summary-view.ts'

interface Deps {
  store: Store
  clock: Clock
  people: People
  summaries: Summaries
}

const LISTS = { own: entriesOf, confirmed: entriesConfirmedBy }

/** Undefined if the viewer cannot see them. */
type CardOf = (memberId: string) => MemberCard | undefined

export type Statements = ReturnType<typeof createStatements>

/** Entries as seen by the members who earned or confirmed them. */
export function createStatements({ store, clock, people, summaries }: Deps) {
  /** A page of the list, and the start of the next. */
  async function page(list: 'own' | 'confirmed', memberId: string, cursor: string | undefined) {
    const query = fingerprint('prestige', list)
    const views = await store.views()
    const { items, ...next } = pageAt(cursor, query, (range) => LISTS[list](views, memberId, range))
    return { entries: items.map(({ entry }) => entry), next }
  }

  async function cardsOf(viewerId: string, entries: readonly EntryDocument[]): Promise<CardOf> {
    const ids = entries.flatMap(({ member, confirmedBy, disputes = [] }) => [
      member,
      ...confirmedBy,
      ...disputes.map(({ by }) => by),
    ])
    const found = new Map(
      (await people.members.cards(viewerId, [...new Set(ids)])).map((card) => [card.id, card]),
    )
    return (id) => found.get(id)
  }

  return {
    /** The member's own statement, latest entries first. */
    async own(memberId: string, cursor?: string): Promise<OwnPrestige> {
      const [{ evaluated, countOf }, settings, { entries, next }] = await Promise.all([
        summaries.summaryWithCounts(memberId),
        store.get(prestigeSettings, memberId),
        page('own', memberId, cursor),
      ])
      const cardOf = await cardsOf(memberId, entries)
      const now = clock()
      return {
        summary: summaryView(evaluated),
        sharing: sharingOf(settings),
        link: settings?.linkCreatedAt ? { createdAt: settings.linkCreatedAt } : undefined,
        items: entries.map((entry) => ownEntry(entry, { count: countOf(entry.id), cardOf, now })),
        ...next,
      }
    },

    /** Shown on the dashboard: the summary, and the latest entries that explain why it changed. */
    async latest(memberId: string): Promise<LatestPrestige> {
      const summary = await summaries.summaryOf(memberId)
      return {
        summary: summaryView(summary),
        entries: summary.latest.map(({ id, kind, subject, points, at }) => ({
          id,
          sentence: m.entrySentence({ kind, subject }),
          points,
          at,
        })),
      }
    },

    /** Entries that the viewer confirmed for members whom they can see, latest first. */
    async confirmed(viewerId: string, cursor?: string): Promise<ConfirmedPage> {
      const { entries, next } = await page('confirmed', viewerId, cursor)
      const cardOf = await cardsOf(viewerId, entries)
      return { items: entries.flatMap((entry) => confirmedEntry(entry, viewerId, cardOf) ?? []), ...next }
    },
  }
}

interface View {
  count: Count | undefined
  cardOf: CardOf
  now: number
}

function ownEntry(entry: EntryDocument, { count, cardOf, now }: View): PrestigeEntry {
  const { counted, less } = countNow(entry, count, now)
  const confirmedBy = entry.confirmedBy.flatMap((id) => cardOf(id) ?? [])
  return {
    ...entryView(entry, entry.member, cardOf),
    counted,
    less,
    confirmedBy,
    others: entry.confirmedBy.length - confirmedBy.length,
  }
}

function confirmedEntry(entry: EntryDocument, viewerId: string, cardOf: CardOf): ConfirmedEntry | undefined {
  const member = cardOf(entry.member)
  return member && { ...entryView(entry, viewerId, cardOf), member }
}

function voidReason({ cause, reason }: NonNullable<EntryDocument['voided']>) {
  const isCode = cause === 'undone' && UNDONE_REASONS.some((each) => each === reason)
  return isCode ? m.ownUndone({ reason }) : reason
}

function entryView(entry: EntryDocument, viewerId: string, cardOf: CardOf) {
  const { id, kind, subject, points, at, expiresAt, voided, member, disputes = [] } = entry
  return {
    id,
    kind,
    sentence: m.entrySentence({ kind, subject }),
    points,
    at,
    expiresAt,
    voided: voided && { reason: voidReason(voided), at: voided.at },
    disputes: disputes
      .filter(({ by }) => viewerId === member || viewerId === by)
      .map(({ by, ...dispute }) => {
        const card = cardOf(by)
        return { by: card, mine: by === viewerId, ...dispute }
      }),
    disputable: isDisputable(entry, viewerId),
  }
}
