import { PAGE_SIZE } from '#shared/constants.ts'
import type { MemberCard } from '#shared/members.ts'
import type {
  ConfirmedEntry,
  ConfirmedPage,
  LatestPrestige,
  OwnPrestige,
  PrestigeEntry,
} from '#shared/prestige.ts'
import { sentenceOf } from '#shared/prestige-rules.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { type EntryDocument, prestigeEntries, prestigeSettings } from './collection.ts'
import { isDisputable } from './disputes.ts'
import { type Count, countNow } from './evaluation.ts'
import { sharingOf } from './sharing.ts'
import { ofMember, type Summaries } from './summaries.ts'
import { summaryView } from './summary-view.ts'

interface Deps {
  store: Store
  clock: Clock
  summaries: Pick<Summaries, 'summaryOf' | 'summaryWithCounts'>
  /** Of those whom the viewer may see, in the order of `ids`. */
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
}

/** Undefined where the viewer cannot see them. */
type CardOf = (memberId: string) => MemberCard | undefined

/** Entries as those see them who earned or confirmed them. */
export function createStatements({ store, clock, summaries, cards }: Deps) {
  const entriesOf = (memberId: string, limit: number, cursor?: string) =>
    store.find(prestigeEntries, {
      ...ofMember(memberId),
      direction: 'desc',
      limit,
      ...(cursor && { cursor }),
    })

  async function cardsOf(viewerId: string, entries: readonly EntryDocument[]): Promise<CardOf> {
    const ids = entries.flatMap(({ member, confirmedBy, disputes = [] }) => [
      member,
      ...confirmedBy,
      ...disputes.map(({ by }) => by),
    ])
    const found = new Map((await cards(viewerId, [...new Set(ids)])).map((card) => [card.id, card]))
    return (id) => found.get(id)
  }

  return {
    /** The member's own statement, the latest entries first. */
    async own(memberId: string, cursor?: string): Promise<OwnPrestige> {
      const [{ evaluated, countOf }, settings, page] = await Promise.all([
        summaries.summaryWithCounts(memberId),
        store.get(prestigeSettings, memberId),
        entriesOf(memberId, PAGE_SIZE, cursor),
      ])
      const cardOf = await cardsOf(memberId, page.items)
      const now = clock()
      return {
        summary: summaryView(evaluated),
        sharing: sharingOf(settings),
        ...(settings?.linkCreatedAt && { link: { createdAt: settings.linkCreatedAt } }),
        items: page.items.map((entry) => ownEntry(entry, { count: countOf(entry.id), cardOf, now })),
        ...(page.next && { next: page.next }),
      }
    },

    /** For the dashboard: the summary, and the latest entries that explain why it changed. */
    async latest(memberId: string): Promise<LatestPrestige> {
      const summary = await summaries.summaryOf(memberId)
      return {
        summary: summaryView(summary),
        entries: summary.latest.map(({ id, kind, subject, points, at }) => ({
          id,
          sentence: sentenceOf(kind, subject),
          points,
          at,
        })),
      }
    },

    /** What the viewer confirmed for members whom they can see, the latest first. Pages stay full. */
    async confirmed(viewerId: string, cursor?: string): Promise<ConfirmedPage> {
      const items: ConfirmedEntry[] = []
      let next = cursor
      do {
        const page = await store.find(prestigeEntries, {
          contains: { field: 'confirmedBy', value: viewerId },
          orderBy: 'at',
          direction: 'desc',
          limit: PAGE_SIZE - items.length,
          ...(next && { cursor: next }),
        })
        const cardOf = await cardsOf(viewerId, page.items)
        items.push(...page.items.flatMap((entry) => confirmedEntry(entry, viewerId, cardOf) ?? []))
        next = page.next
      } while (next && items.length < PAGE_SIZE)
      return { items, ...(next && { next }) }
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
    ...(less && { less }),
    confirmedBy,
    others: entry.confirmedBy.length - confirmedBy.length,
  }
}

function confirmedEntry(entry: EntryDocument, viewerId: string, cardOf: CardOf): ConfirmedEntry | undefined {
  const member = cardOf(entry.member)
  return member && { ...entryView(entry, viewerId, cardOf), member }
}

function entryView(entry: EntryDocument, viewerId: string, cardOf: CardOf) {
  const { id, kind, subject, points, at, expiresAt, voided, member, disputes = [] } = entry
  return {
    id,
    kind,
    sentence: sentenceOf(kind, subject),
    points,
    at,
    expiresAt,
    ...(voided && { voided }),
    disputes: disputes
      .filter(({ by }) => viewerId === member || viewerId === by)
      .map(({ by, ...dispute }) => {
        const card = cardOf(by)
        return { ...(card && { by: card }), mine: by === viewerId, ...dispute }
      }),
    disputable: isDisputable(entry, viewerId),
  }
}
