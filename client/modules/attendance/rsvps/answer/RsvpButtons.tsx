import * as m from '#shared/events/messages.ts'
import { HAVE_A_PLACE, offerExpiry, type RsvpChoice } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { RsvpEdit } from '#shared/events/rsvps.ts'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { dayAt, formatMoment } from '#client/lib/time/when.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import styles from '#client/modules/attendance/rsvps/rsvp.module.css'

interface Props {
  event: EventDetails
  /** The RSVP that is being sent. */
  pending: RsvpEdit | undefined
  onRespond: (choice: RsvpChoice) => void
}

export const RSVP_LABELS = { going: m.rsvpGoing, maybe: m.maybe, declined: m.rsvpCantGo } as const

const CHOICES: readonly RsvpChoice[] = ['going', 'maybe', 'declined']
/** Choices of a member who has to ask for a place. */
const REQUEST_CHOICES: readonly RsvpChoice[] = ['going', 'declined']

interface ButtonsProps extends Props {
  /** The RSVP that waits for a connection. */
  unsent: RsvpEdit | undefined
}

/** Three toggle buttons, at most one of them pressed. */
export function RsvpButtons({ event, unsent, pending, onRespond }: ButtonsProps) {
  const { mine } = event
  const isGoing = mine?.state === 'waitlisted' || mine?.state === 'requested'
  const saved = isGoing ? 'going' : mine?.state
  const current = unsent?.state ?? saved
  const labels = labelsFor(event)
  return (
    <fieldset aria-label={m.rsvpYours()} className={styles.choices}>
      {(asksToJoin(event) ? REQUEST_CHOICES : CHOICES).map((choice) => (
        <button
          key={choice}
          type="button"
          className={styles.choice}
          aria-pressed={(pending?.state ?? current) === choice}
          aria-disabled={pending !== undefined || undefined}
          data-pending={pending?.state === choice || undefined}
          onClick={() => !pending && choice !== current && onRespond(choice)}
        >
          {labels[choice]()}
        </button>
      ))}
    </fieldset>
  )
}

/** Whether an RSVP of going is a request. */
export const asksToJoin = ({ needsRequest, mine }: Pick<EventDetails, 'needsRequest' | 'mine'>) =>
  needsRequest && !HAVE_A_PLACE.has(mine?.state ?? 'declined')

function labelsFor(event: EventDetails): Record<RsvpChoice, () => string> {
  const state = event.mine?.state
  const labels = commandLabels(event)
  if (state === 'requested' && asksToJoin(event)) return { ...labels, going: m.rsvpRequestSent }
  return state === 'waitlisted' ? { ...labels, going: m.rsvpOnWaitlist } : labels
}

/** Labels that say what each choice does at this event, as far as this page knows its seats. */
function commandLabels(event: EventDetails): Record<RsvpChoice, () => string> {
  const { mine, seats } = event
  if (asksToJoin(event)) {
    const declined = mine?.state === 'requested' ? m.rsvpWithdraw : RSVP_LABELS.declined
    return { ...RSVP_LABELS, going: m.rsvpAsk, declined }
  }
  const isWaiting = mine?.state === 'waitlisted'
  const hasSeat = mine?.state === 'going' || mine?.state === 'offered'
  const isFull = seats.left !== undefined && (seats.left === 0 || seats.waiting > 0)
  if (isWaiting) return { ...RSVP_LABELS, going: m.rsvpJoinWaitlist, declined: m.rsvpLeaveWaitlist }
  return isFull && !hasSeat ? { ...RSVP_LABELS, going: m.rsvpJoinWaitlist } : RSVP_LABELS
}

/** Name of an RSVP that is still to be sent. */
export const unsentLabel = (event: EventDetails, choice: RsvpChoice) =>
  choice === 'going' && asksToJoin(event) ? m.rsvpRequestToJoin() : commandLabels(event)[choice]()

/** An offered seat. Close to the start, a free seat is held for a limited time. */
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
          <Button busy={pending?.state === 'going' && m.rsvpClaiming()} onClick={() => onRespond('going')}>
            {m.claim()}
          </Button>
          <Button
            variant="secondary"
            busy={pending?.state === 'declined' && m.rsvpPassing()}
            onClick={() => onRespond('declined')}
          >
            {m.rsvpPass()}
          </Button>
        </>
      }
    >
      {m.rsvpOfferText()}
    </Notice>
  )
}

/** @param until undefined while an admin hides the event: organisers still see it */
function offerLabel(until: string | undefined, viewerZone: string, now: number) {
  if (until === undefined) return m.rsvpOffer()
  if (offerExpiry(until) < now) return m.rsvpOfferExpired()
  const today = dayAt(new Date(now).toISOString(), viewerZone)
  return m.rsvpOfferUntil({
    moment: formatMoment(until, viewerZone, today),
    inTime: formatRelative(until, now),
  })
}
