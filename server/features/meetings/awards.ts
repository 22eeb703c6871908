import { isDeepStrictEqual } from 'node:util'

import type { Award } from '#server/features/prestige/types.ts'
import { isoInstant } from '#server/lib/clock.ts'

import type { MeetingDocument } from './document.ts'
import { endOf } from './state.ts'

/** What the change earns, each award with everyone who has confirmed it by now. */
export function newAwards(before: MeetingDocument, after: MeetingDocument): Award[] {
  const old = awardsOf(before)
  return awardsOf(after).filter((award) => !old.some((other) => isDeepStrictEqual(other, award)))
}

/** What the change undoes. */
export function lostAwards(before: MeetingDocument, after: MeetingDocument): Award[] {
  const kept = awardsOf(after)
  const isKept = (award: Award) =>
    kept.some(({ source, member }) => source === award.source && member === award.member)
  return awardsOf(before).filter((award) => !isKept(award))
}

/** Who confirmed that the meeting took place. */
export const confirmersOf = ({ state, confirmations }: MeetingDocument) =>
  state === 'held' ? confirmations.filter(({ held }) => held).map(({ member }) => member) : []

/** A member introduced two people to each other. */
export interface Introduction {
  id: string
  introducer: string
  people: readonly string[]
  reason: string
}

/**
 * For the person who introduced those who met. They are not in the meeting, so its purpose and who else was there stay
 * unknown to them.
 */
export const introductionAward = (
  meeting: MeetingDocument,
  { id, introducer, people, reason }: Introduction,
): Award => ({
  kind: 'introductionMet',
  member: introducer,
  source: `introduction:${id}`,
  confirmedBy: [...people],
  at: isoInstant(endOf(meeting)),
  subject: reason,
})

function awardsOf(meeting: MeetingDocument): Award[] {
  const { id, purpose: subject, promises, outcomes, thanks } = meeting
  const confirmers = confirmersOf(meeting)
  return [
    ...confirmers.map((member): Award => ({
      kind: 'meetingHeld',
      member,
      source: `meeting:${id}`,
      confirmedBy: confirmers.filter((other) => other !== member),
      at: isoInstant(endOf(meeting)),
      subject,
    })),
    ...promises.flatMap(({ id: promiseId, text, owner, to, confirmedAt }): Award[] =>
      confirmedAt
        ? [
            {
              kind: 'promiseKept',
              member: owner,
              source: `promise:${id}:${promiseId}`,
              confirmedBy: [to],
              at: confirmedAt,
              subject: text,
            },
          ]
        : [],
    ),
    ...outcomes.flatMap(({ id: outcomeId, kind, from, to, confirmedAt }): Award[] =>
      confirmedAt && (kind === 'referral' || kind === 'business')
        ? [
            {
              kind,
              member: from,
              source: `outcome:${id}:${outcomeId}`,
              confirmedBy: [to],
              at: confirmedAt,
              subject,
            },
          ]
        : [],
    ),
    ...thanks.map(({ from, to, at }): Award => ({
      kind: 'thanks',
      member: to,
      source: `thanks:${id}:${from}`,
      confirmedBy: [from],
      at,
      subject,
    })),
  ]
}
