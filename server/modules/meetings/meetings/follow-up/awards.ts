import { isDeepStrictEqual } from 'node:util'

import type { Award } from '#server/modules/prestige/types.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { MeetingDocument } from '#server/modules/meetings/meetings/document/document.ts'
import { endOf } from '#server/modules/meetings/meetings/document/state.ts'

/** Awards earned by the change, each with everyone who has confirmed it so far. */
export function newAwards(before: MeetingDocument, after: MeetingDocument): Award[] {
  const old = awardsOf(before)
  return awardsOf(after).filter((award) => !old.some((other) => isDeepStrictEqual(other, award)))
}

/** Awards lost by the change. */
export function lostAwards(before: MeetingDocument, after: MeetingDocument): Award[] {
  const kept = awardsOf(after)
  const isKept = (award: Award) =>
    kept.some(({ source, member }) => source === award.source && member === award.member)
  return awardsOf(before).filter((award) => !isKept(award))
}

/** Members who confirmed that the meeting took place. */
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
 * Award for the introducer of members who met. Since introducers are not in the meeting, it reveals neither the
 * purpose nor the other participants.
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

/** A member who came as a guest first, and who brought them to the event with this title. */
interface JoinedGuest {
  id: string
  broughtBy: string
  title: string
}

/**
 * Awards for members whose guests have joined and met a member other than them. They reveal nothing of the meeting but
 * that the guest was in one.
 */
export function guestAwards(meeting: MeetingDocument, guests: readonly JoinedGuest[]): Award[] {
  const confirmers = confirmersOf(meeting)
  return guests
    .filter(({ id, broughtBy }) => confirmers.some((other) => other !== id && other !== broughtBy))
    .map(({ id, broughtBy, title }) => ({
      kind: 'guestJoined',
      member: broughtBy,
      source: `guest:${id}`,
      confirmedBy: [id],
      at: isoInstant(endOf(meeting)),
      subject: title,
    }))
}

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
