import { canOnEvent } from '#shared/events/rights.ts'
import type { EventDetails } from '#shared/events/schema.ts'

/** In the order of the menu. */
export const LIFECYCLE_COMMANDS = [
  'publish',
  'complete',
  'unpublish',
  'cancel',
  'delete',
  'deleteImported',
] as const
export type LifecycleCommand = (typeof LIFECYCLE_COMMANDS)[number]

const DESTRUCTIVE: readonly LifecycleCommand[] = ['cancel', 'delete', 'deleteImported']
export const isDestructive = (command: LifecycleCommand) => DESTRUCTIVE.includes(command)

/** Commands for the menu. The server decides which are allowed. */
export function availableCommands(event: EventDetails, now: number): LifecycleCommand[] {
  const { status, hasRsvps, isHistory, startsAt, endsAt } = event
  if (!canOnEvent(event, 'manage')) return []
  if (status === 'draft') return ['publish', 'delete']
  if (isHistory) return ['deleteImported']
  if (status !== 'published') return []
  return [
    ...(Date.parse(startsAt) <= now ? (['complete'] as const) : []),
    ...(hasRsvps ? [] : (['unpublish'] as const)),
    ...(Date.parse(endsAt) > now ? (['cancel'] as const) : []),
  ]
}
