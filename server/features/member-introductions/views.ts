import type { AskedIntroduction, MadeIntroduction } from '#shared/member-introductions.ts'
import type { MemberCard } from '#shared/members.ts'
import type { RelationshipKindsOf } from '#server/features/connections/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'

import type { MemberIntroductionDocument } from './collection.ts'
import { askedState, expiryOf, madeState, otherOf } from './introduction-state.ts'

export interface ViewDeps {
  clock: Clock
  /** Of those whom the viewer may see. */
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
  relationshipKindsOf: RelationshipKindsOf
}

/** Introductions as the people see them who are part of them. */
export function createIntroductionViews({ clock, cards, relationshipKindsOf }: ViewDeps) {
  /** Only what both are visible in: a block or a suspension hides the question. */
  async function asAsked(memberId: string, introductions: readonly MemberIntroductionDocument[]) {
    const others = introductions.map((introduction) => otherOf(introduction, memberId))
    const [kinds, cardOf] = await Promise.all([
      relationshipKindsOf(memberId, others),
      cardsById(memberId, [...others, ...introductions.flatMap(({ introducer }) => introducer ?? [])]),
    ])
    const now = clock()
    return introductions.flatMap((introduction, at): AskedIntroduction[] => {
      const { id, reason, introducedAt, event } = introduction
      const state = askedState(introduction, memberId, now)
      const introducer = introduction.introducer === undefined ? undefined : cardOf(introduction.introducer)
      const member = cardOf(others[at]!)
      const isIntroducerHidden = introduction.introducer !== undefined && !introducer
      // Either they met without it, or they have parted since.
      const isOver = (kinds.get(others[at]!) === 'connection') !== (state === 'connected')
      if (!state || isIntroducerHidden || !member || isOver) return []
      const expiresAt = state === 'connected' ? {} : { expiresAt: isoInstant(expiryOf(introduction)) }
      const from = { ...(introducer && { introducer }), ...(event !== undefined && { event }) }
      return [{ id, ...from, member, reason, state, introducedAt, ...expiresAt }]
    })
  }

  async function asMade(memberId: string, introductions: readonly MemberIntroductionDocument[]) {
    const cardOf = await cardsById(
      memberId,
      introductions.flatMap(({ people }) => people),
    )
    const now = clock()
    return introductions.flatMap((introduction): MadeIntroduction[] => {
      const { id, reason, introducedAt } = introduction
      const people = introduction.people.flatMap((person) => cardOf(person) ?? [])
      if (people.length < 2) return []
      const expiresAt = isoInstant(expiryOf(introduction))
      return [{ id, people, reason, state: madeState(introduction, now), introducedAt, expiresAt }]
    })
  }

  async function cardsById(viewerId: string, ids: readonly string[]) {
    const found = ids.length > 0 ? await cards(viewerId, [...new Set(ids)]) : []
    const byId = new Map(found.map((card) => [card.id, card]))
    return (id: string) => {
      const card = byId.get(id)
      return card?.former ? undefined : card
    }
  }

  return { asAsked, asMade, cardsById }
}
