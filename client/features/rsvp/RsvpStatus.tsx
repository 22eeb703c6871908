import { OFFER_WITHIN } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import { pluralise } from '#client/features/events/labels.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'

import styles from './rsvp.module.css'

/** Announced to screen readers whenever it changes, also when the server changed it. */
export function RsvpStatus({ event }: { event: EventDetails }) {
  const { startsAt, mine } = event
  const isSoon = useClock((now) => Date.parse(startsAt) - now <= OFFER_WITHIN)
  // Some buttons disappear when they are pressed.
  const output = useFocusFallback<HTMLOutputElement>(`${mine?.state} ${mine?.guests}`)
  return (
    <output ref={output} tabIndex={-1} className={styles.status}>
      {statusLabel(event, isSoon)}
    </output>
  )
}

function statusLabel({ mine, seats, capacity, guestsMax }: EventDetails, isSoon: boolean) {
  switch (mine?.state) {
    case 'going':
      return mine.guests > 0
        ? `You’re going with ${pluralise(mine.guests, 'guest')}.`
        : capacity === undefined
          ? 'You’re going.'
          : 'You’re going. Your seat is reserved.'
    case 'waitlisted':
      return `You’re ${mine.position ? `#${mine.position} ` : ''}on the waitlist. ${
        mine.passedOverReason
          ? `An organiser gave a seat to someone behind you: ${mine.passedOverReason.replace(/\.?$/, '.')} `
          : ''
      }${
        isSoon
          ? 'If a seat opens up, we’ll notify you and hold it for you for a limited time.'
          : 'If a seat opens up, you’ll get it automatically.'
      }`
    case 'maybe':
      return capacity === undefined ? 'You RSVP’d maybe.' : 'Maybe: no seat is reserved for you.'
    case 'declined':
      if (mine.removalReason) return `An organiser removed you from this event: ${mine.removalReason}`
      return mine.lapsed
        ? 'Your seat offer expired, so the seat went to the next person on the waitlist. You can RSVP again.'
        : 'You’re not going.'
    case 'offered':
      return ''
    case undefined:
      if (seats.left === 0 || seats.waiting > 0)
        return 'This event is full. Seats that open up go to the waitlist in order.'
      return guestsMax > 0 ? `You can bring up to ${pluralise(guestsMax, 'guest')}.` : ''
  }
}
