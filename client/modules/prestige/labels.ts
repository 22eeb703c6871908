import type { ReactNode } from 'react'

import * as m from '#shared/prestige/messages.ts'
import { type AwardKind, type LessReason, RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import { rich } from '#client/ui/rich.tsx'

const { hostedCheckIns: guests, samePairDays: days, samePairShares } = RULES_IN_FORCE

const KIND_TEXTS: Readonly<Record<AwardKind, () => string>> = {
  referral: m.kindReferral,
  business: m.kindBusiness,
  meetingHeld: m.kindMeetingHeld,
  eventHosted: () => m.kindEventHosted({ guests }),
  introductionMet: m.kindIntroductionMet,
  guestJoined: m.kindGuestJoined,
  promiseKept: m.kindPromiseKept,
  thanks: m.kindThanks,
  eventAttended: () => m.kindEventAttended({ events: samePairShares.indexOf(0), days }),
}

/** The published rule for one kind of results. */
export const kindText = (kind: AwardKind) => KIND_TEXTS[kind]()

/** The confirmers of an entry. @param names as text or nodes */
export function confirmersLabel(kind: AwardKind, names: ReactNode) {
  if (kind === 'eventHosted') return rich(m.checkedIn({ names }))
  return rich(kind === 'eventAttended' ? m.checkedInBy({ names }) : m.confirmedBy({ names }))
}

/** The reason why an entry counts less than its points. */
export const lessLabel = (reason: LessReason) => m.less({ reason, days })
