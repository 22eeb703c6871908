import * as m from '#shared/meetings/messages.ts'
import type { MeetingPromise } from '#shared/meetings/follow-up.ts'
import type { BadgeProps } from '#client/ui/Badge.tsx'

/** @param today `2026-12-03` */
export function promiseBadge(
  { state, dueOn, confirmedAt }: MeetingPromise,
  today: string,
): { tone: NonNullable<BadgeProps['tone']>; label: string } {
  if (confirmedAt) return { tone: 'accent', label: m.promiseKept() }
  if (state === 'done') return { tone: 'strong', label: m.promiseDone() }
  if (state === 'dropped') return { tone: 'neutral', label: m.promiseDropped() }
  if (dueOn < today) return { tone: 'danger', label: m.promiseOverdue() }
  return dueOn === today
    ? { tone: 'strong', label: m.promiseDueToday() }
    : { tone: 'neutral', label: m.promiseOpen() }
}
