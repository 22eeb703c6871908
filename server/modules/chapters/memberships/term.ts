import { RENEW_BEFORE_DAYS } from '#shared/chapters/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { ChapterDocument } from '#server/modules/chapters/chapters/collection.ts'

import type { ChapterMembershipDocument } from './collection.ts'
import { isActive } from './status.ts'

/**
 * ISO instant at which the term of a lead ends: so many months after they became a lead or renewed it, and after the
 * chapter’s term was set. Undefined for anyone else.
 */
export function termEndOf(
  { leadTerm = 'none', termSince = '', timeZone, state }: ChapterDocument,
  membership: ChapterMembershipDocument | undefined,
): string | undefined {
  if (leadTerm === 'none' || state === 'closed' || !isActive(membership) || membership.role !== 'lead')
    return undefined
  const renewedAt = membership.history.at(-1)?.at ?? membership.since
  const from = Temporal.Instant.from(renewedAt > termSince ? renewedAt : termSince).toZonedDateTimeISO(
    timeZone,
  )
  return isoInstant(from.add({ months: Number(leadTerm) }).epochMilliseconds)
}

/** Whether the lead is reminded of the end of the term, and can renew it. */
export const isRenewable = (endsAt: string | undefined, now: number): endsAt is string =>
  endsAt !== undefined && endsAt <= isoInstant(now + RENEW_BEFORE_DAYS * DAY)
