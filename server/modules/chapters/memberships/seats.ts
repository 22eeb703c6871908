import { industryName } from '#shared/community/industries.ts'
import * as m from '#shared/chapters/messages.ts'
import { formatList } from '#shared/lib/lists.ts'
import { conflict } from '#server/lib/failure.ts'
import type { ChapterDocument } from '#server/modules/chapters/chapters/collection.ts'
import type { People } from '#server/modules/people/module.ts'
import { allOf } from '#server/store/all-of.ts'
import type { Transaction } from '#server/store/port.ts'

import { type ChapterMembershipDocument, chapterMemberships } from './collection.ts'

interface Deps {
  people: People
  /** Names of the leads whom the viewer sees. */
  leadsOf: (viewerId: string, chapterId: string) => Promise<string[]>
}

type Place = Pick<ChapterMembershipDocument, 'member' | 'kind'>
interface Seat {
  industry: string
  isFree: boolean
}

export type IndustrySeats = ReturnType<typeof createIndustrySeats>

/** The seats of a chapter that has one home member of each industry. */
export function createIndustrySeats({ people, leadsOf }: Deps) {
  /**
   * The seat of the member's industry. Reads who has it in the transaction that takes it, so that of two who join at once
   * one finds the other. Undefined for guests, who need none.
   */
  async function seatFor(
    tx: Transaction,
    { id: chapter, industrySeats = 'any' }: ChapterDocument,
    { member, kind }: Place,
  ): Promise<Seat | undefined> {
    if (kind === 'guest') return undefined
    const industry = await people.members.industryOf(tx, member)
    if (industrySeats === 'any') return { industry, isFree: true }
    if (!industry) return { industry, isFree: false }
    const where = { chapter, kind, state: 'active', industry } as const
    const { items } = await tx.find(chapterMemberships, { where, limit: 2 })
    return { industry, isFree: items.every((each) => each.member === member) }
  }

  return {
    seatFor,

    /** @returns the industry of the seat @throws Failure 409 with whom to ask */
    async assertFree(
      tx: Transaction,
      chapter: ChapterDocument,
      place: Place,
      actorId: string,
    ): Promise<string | undefined> {
      const seat = await seatFor(tx, chapter, place)
      if (!seat || seat.isFree) return seat?.industry
      const own = place.member === actorId ? 'yes' : 'no'
      if (!seat.industry) throw conflict('industry_required', m.seatWithoutIndustry({ own }))
      const leads = formatList(await leadsOf(actorId, chapter.id))
      const about = { industry: industryName(seat.industry), chapter: chapter.name, own, leads }
      throw conflict('seat_taken', m.seatTaken({ ...about, known: leads ? 'yes' : 'no' }))
    },

    /** Stores the new industry of a member. Their memberships stay, even where another has the seat of that industry. */
    async changeIndustry(tx: Transaction, member: string, industry: string): Promise<void> {
      const homes = await allOf(tx, chapterMemberships, { where: { member, kind: 'home', state: 'active' } })
      for (const home of homes) tx.put(chapterMemberships, { ...home, industry })
    },
  }
}
