import type { EventDetails } from '#shared/events.ts'

/** `start`: when it starts, in which zone, and whether it lasts whole days. `most`: all but what tells of it. */
export type Fixed = 'nothing' | 'start' | 'most' | 'all'

/** What can no longer be changed. The server decides; this only keeps the form to what it would take. */
export function fixedOf({ status, startsAt, endsAt }: EventDetails, now: number): Fixed {
  if (status === 'draft') return 'nothing'
  if (status === 'cancelled') return 'all'
  if (status === 'completed' || now >= Date.parse(endsAt)) return 'most'
  return now >= Date.parse(startsAt) ? 'start' : 'nothing'
}
