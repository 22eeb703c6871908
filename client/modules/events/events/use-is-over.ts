import type { EventCard } from '#shared/events/schema.ts'
import { useClock } from '#client/lib/time/use-clock.ts'

export const useIsOver = (status: EventCard['status'], endsAt: string) =>
  useClock((now) => status === 'completed' || Date.parse(endsAt) <= now)
