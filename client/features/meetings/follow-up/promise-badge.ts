import type { MeetingPromise } from '#shared/meeting-follow-up.ts'
import type { BadgeProps } from '#client/ui/Badge.tsx'

/** @param today `2026-12-03` */
export function promiseBadge(
  { state, dueOn, confirmedAt }: MeetingPromise,
  today: string,
): { tone: NonNullable<BadgeProps['tone']>; label: string } {
  if (confirmedAt) return { tone: 'accent', label: 'Kept' }
  if (state === 'done') return { tone: 'gold', label: 'Done, waiting for confirmation' }
  if (state === 'dropped') return { tone: 'neutral', label: 'Dropped' }
  if (dueOn < today) return { tone: 'danger', label: 'Overdue' }
  return dueOn === today ? { tone: 'gold', label: 'Due today' } : { tone: 'neutral', label: 'Open' }
}
