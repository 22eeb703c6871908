import type { MemberCard } from '#shared/members.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'

/** @param json a card of `person`; null where a document names someone whom the view does not have */
export const cardFrom = (id: string, json: string | null): MemberCard =>
  json === null ? { id, displayName: FORMER_MEMBER, former: true } : (JSON.parse(json) as MemberCard)
