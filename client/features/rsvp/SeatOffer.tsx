import type { RsvpAnswer } from '#shared/event-rules.ts'
import type { Answer, EventDetails } from '#shared/events.ts'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { dayAt, formatMoment } from '#client/lib/time/when.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

interface Props {
  event: EventDetails
  sending: Answer | undefined
  onAnswer: (answer: RsvpAnswer) => void
}

/** A seat that came free so close to the start that it is kept for a while only. */
export function SeatOffer({ event: { mine }, sending, onAnswer }: Props) {
  const viewerZone = useViewerZone()
  const until = mine?.offerUntil ?? ''
  const words = useClock((now) => offerLabel(until, viewerZone, now))
  return (
    <Notice
      tone="success"
      title={words}
      actions={
        <>
          <Button busy={sending?.state === 'going' && 'Taking it…'} onClick={() => onAnswer('going')}>
            Take it
          </Button>
          <Button
            variant="secondary"
            busy={sending?.state === 'declined' && 'Letting it go…'}
            onClick={() => onAnswer('declined')}
          >
            Let it go
          </Button>
        </>
      }
    >
      After that, it goes to the next in line.
    </Notice>
  )
}

function offerLabel(until: string, viewerZone: string, now: number) {
  if (Date.parse(until) <= now) return 'The time to take the seat that was held for you is over.'
  const today = dayAt(new Date(now).toISOString(), viewerZone)
  const left = formatRelative(until, now)
  return `A seat is held for you until ${formatMoment(until, viewerZone, today)}, which is ${left}.`
}
