import { INTRODUCTION_LIFETIME } from '#shared/people/introduction-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'

import type { IntroductionDocument } from './collection.ts'

type Introduction = IntroductionDocument

/** Equal for either order. */
export const pairOf = (people: readonly string[]) => joinedId(...people.toSorted())

export const otherOf = ({ people }: Introduction, memberId: string) =>
  people.find((id) => id !== memberId) ?? memberId

const expiryOf = ({ introducedAt }: Introduction) => Date.parse(introducedAt) + INTRODUCTION_LIFETIME

/** Whether it still waits for an answer. A decline does not change that, because it must not be visible. */
export const isOpen = (introduction: Introduction, now: number) =>
  !introduction.connectedAt && now < expiryOf(introduction)

/** The last answer counts until both have accepted. The same answer again changes nothing. */
export function answered(
  introduction: Introduction,
  { actor, accepts, now }: { actor: string; accepts: boolean; now: number },
): Introduction {
  const { people, accepted, declined } = introduction
  if (introduction.connectedAt || (accepts ? accepted : declined).includes(actor)) return introduction
  const others = (ids: readonly string[]) => ids.filter((id) => id !== actor)
  const next = {
    ...introduction,
    accepted: accepts ? [...accepted, actor] : others(accepted),
    declined: accepts ? others(declined) : [...declined, actor],
  }
  const both = people.every((id) => next.accepted.includes(id))
  return both ? { ...next, connectedAt: isoInstant(now) } : next
}
