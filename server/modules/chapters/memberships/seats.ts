import { industryName } from '#shared/community/industries.ts'
import * as m from '#shared/chapters/messages.ts'
import { CHAPTER_ROLES } from '#shared/chapters/rules.ts'
import { batchesOf } from '#shared/lib/batches.ts'
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

const MAX_READ = 500

export type IndustrySeats = ReturnType<typeof createIndustrySeats>

/** The seats of a chapter that has one home member of each industry. */
export function createIndustrySeats({ people, leadsOf }: Deps) {
  /**
   * Reads everyone at home in the chapter, so that of two who join at once one finds the other. Undefined where seats are
   * not limited.
   */
  async function seatFor(
    tx: Transaction,
    { id: chapter, industrySeats = 'any' }: ChapterDocument,
    { member, kind }: Place,
  ): Promise<Seat | undefined> {
    if (industrySeats === 'any' || kind === 'guest') return undefined
    const ofRoles = await Promise.all(
      CHAPTER_ROLES.map((role) =>
        allOf(tx, chapterMemberships, { where: { chapter, role, state: 'active' } }),
      ),
    )
    const others = ofRoles.flat().filter((each) => each.kind === 'home' && each.member !== member)
    const ids = [member, ...others.map((each) => each.member)]
    const [industry = '', ...taken] = (
      await Promise.all(batchesOf(ids, MAX_READ).map((some) => people.members.industriesOf(tx, some)))
    ).flat()
    return { industry, isFree: industry !== '' && !taken.includes(industry) }
  }

  return {
    isFree: async (tx: Transaction, chapter: ChapterDocument, place: Place) =>
      (await seatFor(tx, chapter, place))?.isFree ?? true,

    /** @throws Failure 409 with whom to ask */
    async assertFree(
      tx: Transaction,
      chapter: ChapterDocument,
      place: Place,
      actorId: string,
    ): Promise<void> {
      const seat = await seatFor(tx, chapter, place)
      if (!seat || seat.isFree) return
      const own = place.member === actorId ? 'yes' : 'no'
      if (!seat.industry) throw conflict('industry_required', m.seatWithoutIndustry({ own }))
      const leads = formatList(await leadsOf(actorId, chapter.id))
      const about = { industry: industryName(seat.industry), chapter: chapter.name, own, leads }
      throw conflict('seat_taken', m.seatTaken({ ...about, known: leads ? 'yes' : 'no' }))
    },
  }
}
