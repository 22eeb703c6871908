import type { EventDetails } from '#shared/events.ts'
import { OFFER_WITHIN } from '#shared/event-rules.ts'
import { counted, ordinal } from '#client/features/events/labels.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'

import styles from './rsvp.module.css'

/** What the answer has come to; told aloud when it changes, also by itself. */
export function RsvpStatus({ event }: { event: EventDetails }) {
  const { startsAt, mine } = event
  const isSoon = useClock((now) => Date.parse(startsAt) - now <= OFFER_WITHIN)
  // Some buttons have done all that they can with one press, and are gone.
  const place = useKeptFocus<HTMLOutputElement>(`${mine?.state} ${mine?.guests}`)
  return (
    <output ref={place} tabIndex={-1} className={styles.status}>
      {statusLabel(event, isSoon)}
    </output>
  )
}

function statusLabel({ mine, seats, capacity, guestsMax }: EventDetails, isSoon: boolean) {
  switch (mine?.state) {
    case 'going':
      return mine.guests > 0
        ? `You are going, with ${counted(mine.guests, 'guest')}.`
        : capacity === undefined
          ? 'You are going.'
          : 'You are going. Your seat is kept.'
    case 'waitlisted':
      return `You are ${mine.position ? ordinal(mine.position) : ''} in line. ${
        isSoon
          ? 'If a seat comes free, it is held for you for a while, so look in here again.'
          : 'If a seat comes free, it is yours by itself.'
      }`
    case 'maybe':
      return capacity === undefined
        ? 'You may come.'
        : 'You may come. No seat is kept for you until you are going.'
    case 'declined':
      return mine.lapsed
        ? 'The seat that was held for you was not taken in time, and went to the next in line. You can ask for one again.'
        : 'You are not coming.'
    case 'offered':
      return ''
    case undefined:
      if (seats.left === 0 || seats.waiting > 0)
        return 'Every seat is taken. Join the line, and the first free seat goes to whoever has waited longest.'
      return guestsMax > 0 ? `You can bring up to ${counted(guestsMax, 'guest')}.` : ''
  }
}
