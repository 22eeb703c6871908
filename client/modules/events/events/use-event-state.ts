import { hasEnded } from '#shared/events/rules.ts'
import type { EventCard } from '#shared/events/schema.ts'
import { useClock } from '#client/lib/time/use-clock.ts'

/** Whether the event has ended. */
export const useIsOver = (status: EventCard['status'], endsAt: string) =>
  useClock((now) => hasEnded({ status, endsAt }, now))

/** Whether the viewer is a host of an event that is ahead or under way. */
export function useIsHosting({ isHost, status, endsAt }: Pick<EventCard, 'isHost' | 'status' | 'endsAt'>) {
  const isOver = useIsOver(status, endsAt)
  return isHost === true && !isOver && status !== 'cancelled'
}
