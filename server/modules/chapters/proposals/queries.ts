import type { ChapterProposal } from '#shared/chapters/proposals.ts'
import { cardSeenBy, parseCard } from '#server/views/cards.ts'
import { limit, sql, type ViewReader } from '#server/views/sql.ts'

const MAX_PROPOSALS = 100

const OPEN = sql`chapterProposal AS o JOIN person AS p ON p.id = o.id WHERE p.status = 'active'`

/** Open proposals of active members, the first first, as an admin sees them. */
export const openProposals = (views: ViewReader, adminId: string): ChapterProposal[] =>
  views
    .all<Omit<ChapterProposal, 'member'> & { card: string }>(sql`
      SELECT o.version, o.name, o.place, o.region, o.timeZone, o.reason, o.since, ${cardSeenBy(adminId)} AS card
      FROM ${OPEN} ORDER BY o.since, o.id ${limit(MAX_PROPOSALS)}`)
    .map(({ card, ...proposal }) => ({ ...proposal, member: parseCard(card) }))

export const openProposalTotal = (views: ViewReader) =>
  views.get<{ total: number }>(sql`SELECT count(*) AS total FROM ${OPEN}`)!.total
