import type { EventDetails } from '#shared/events.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'

/** Milliseconds before the start. */
const JOIN_WITHIN = 15 * 60 * 1_000

/** Around the start, what whoever takes part online comes to this page for. */
export function JoinNow({ event: { joinUrl, status, startsAt, endsAt } }: { event: EventDetails }) {
  const isTime = useClock((now) => Date.parse(startsAt) - JOIN_WITHIN <= now && now < Date.parse(endsAt))
  if (!joinUrl || status !== 'published' || !isTime) return null
  return (
    <LinkButton to={joinUrl} rel="noreferrer" target="_blank">
      Join now
    </LinkButton>
  )
}
