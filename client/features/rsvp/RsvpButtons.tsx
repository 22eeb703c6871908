import type { RsvpChoice } from '#shared/event-rules.ts'
import type { EventDetails, RsvpEdit } from '#shared/events.ts'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { dayAt, formatMoment } from '#client/lib/time/when.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './rsvp.module.css'

interface Props {
  event: EventDetails
  /** The RSVP that is being sent. */
  pending: RsvpEdit | undefined
  onRespond: (choice: RsvpChoice) => void
}

const CHOICES: readonly RsvpChoice[] = ['going', 'maybe', 'declined']

/** Three toggle buttons, at most one of them pressed. */
export function RsvpButtons({ event, pending, onRespond }: Props) {
  const current = event.mine?.state === 'waitlisted' ? 'going' : event.mine?.state
  const labels = labelsFor(event)
  return (
    <fieldset aria-label="Your RSVP" className={styles.choices}>
      {CHOICES.map((choice) => (
        <button
          key={choice}
          type="button"
          className={styles.choice}
          aria-pressed={(pending?.state ?? current) === choice}
          aria-disabled={pending !== undefined || undefined}
          data-pending={pending?.state === choice || undefined}
          onClick={() => !pending && choice !== current && onRespond(choice)}
        >
          {labels[choice]}
        </button>
      ))}
    </fieldset>
  )
}

function labelsFor({ mine, seats }: EventDetails): Record<RsvpChoice, string> {
  const isWaiting = mine?.state === 'waitlisted'
  const isFull = seats.left !== undefined && (seats.left === 0 || seats.waiting > 0)
  return {
    going: isWaiting ? 'On the waitlist' : isFull && mine?.state !== 'going' ? 'Join waitlist' : 'Going',
    maybe: 'Maybe',
    declined: isWaiting ? 'Leave waitlist' : 'Can’t go',
  }
}

/** A seat that opened up so close to the start that it is held for a limited time. */
export function SeatOffer({ event: { mine }, pending, onRespond }: Props) {
  const viewerZone = useViewerZone()
  const until = mine?.offerUntil
  const title = useClock((now) => offerLabel(until, viewerZone, now))
  return (
    <Notice
      tone="success"
      title={title}
      actions={
        <>
          <Button busy={pending?.state === 'going' && 'Claiming…'} onClick={() => onRespond('going')}>
            Claim seat
          </Button>
          <Button
            variant="secondary"
            busy={pending?.state === 'declined' && 'Passing…'}
            onClick={() => onRespond('declined')}
          >
            Pass
          </Button>
        </>
      }
    >
      After that, it goes to the next person on the waitlist.
    </Notice>
  )
}

/** @param until absent while an admin hides the event: organisers still see it */
function offerLabel(until: string | undefined, viewerZone: string, now: number) {
  if (until === undefined) return 'A seat is held for you.'
  if (Date.parse(until) <= now) return 'This seat offer has expired.'
  const today = dayAt(new Date(now).toISOString(), viewerZone)
  return `A seat is held for you until ${formatMoment(until, viewerZone, today)} (${formatRelative(until, now)}).`
}
