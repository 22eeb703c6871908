import { RENEW_BEFORE_DAYS } from '#shared/chapters/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { ChapterDocument } from '#server/modules/chapters/chapters/collection.ts'

import type { ChapterMembershipDocument } from './collection.ts'
import { isActive } from './status.ts'

/** ISO instant of the last change of a membership. */
export const renewedAt = ({ history, since }: ChapterMembershipDocument) => history.at(-1)?.at ?? since

export interface Term {
  /** Months. */
  leadTerm: string
  termSince: string
  timeZone: string
  renewedAt: string
}

/** ISO instant: so many months after a lead became one or renewed the term, and after the chapter’s term was set. */
export function endOf({ leadTerm, termSince, timeZone, renewedAt: at }: Term): string {
  const from = Temporal.Instant.from(termSince > at ? termSince : at)
  const end = from.toZonedDateTimeISO(timeZone).add({ months: Number(leadTerm) })
  return isoInstant(end.epochMilliseconds)
}

/** When the term of a lead ends. Undefined for anyone else. */
export function termEndOf(
  { leadTerm = 'none', termSince = '', timeZone, state }: ChapterDocument,
  membership: ChapterMembershipDocument | undefined,
): string | undefined {
  if (leadTerm === 'none' || state === 'closed' || !isActive(membership) || membership.role !== 'lead')
    return undefined
  return endOf({ leadTerm, termSince, timeZone, renewedAt: renewedAt(membership) })
}

/** Whether the lead is reminded of the end of the term, and can renew it. */
export const isRenewable = (endsAt: string | undefined, now: number): endsAt is string =>
  endsAt !== undefined && endsAt <= isoInstant(now + RENEW_BEFORE_DAYS * DAY)
