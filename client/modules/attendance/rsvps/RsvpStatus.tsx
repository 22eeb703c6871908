import * as m from '#shared/events/messages.ts'
import { OFFER_WITHIN } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'

import styles from './rsvp.module.css'

interface Props {
  event: EventDetails
  /** Whether a dialog says the same. */
  isCovered?: boolean
}

/** Announced to screen readers whenever it changes, including changes by the server. */
export function RsvpStatus({ event, isCovered = false }: Props) {
  const { startsAt, mine } = event
  const isSoon = useClock((now) => Date.parse(startsAt) - now <= OFFER_WITHIN)
  // Some buttons disappear when they are pressed.
  const output = useFocusFallback<HTMLOutputElement>(`${mine?.state} ${mine?.guests} ${isCovered}`)
  return (
    <output ref={output} tabIndex={-1} className={styles.status}>
      {statusLabel(event, isSoon)}
    </output>
  )
}

function statusLabel({ mine, seats, capacity, guestsMax, needsRequest }: EventDetails, isSoon: boolean) {
  switch (mine?.state) {
    case 'going':
      return mine.guests > 0
        ? m.rsvpStatusGuests({ count: mine.guests })
        : capacity === undefined
          ? m.rsvpStatusGoing()
          : m.rsvpStatusSeat()
    case 'waitlisted':
      return [
        mine.position ? m.rsvpStatusWaitingAt({ position: mine.position }) : m.rsvpStatusWaiting(),
        mine.passedOverReason &&
          m.rsvpStatusPassedOver({ reason: mine.passedOverReason.replace(/\.?$/, '.') }),
        isSoon ? m.rsvpStatusOffer() : m.rsvpStatusAutomatic(),
      ]
        .filter(Boolean)
        .join(' ')
    case 'maybe':
      return capacity === undefined ? m.rsvpStatusMaybe() : m.rsvpStatusMaybeSeat()
    case 'requested':
      return m.rsvpStatusRequested({ guests: mine.guests })
    case 'declined':
      if (mine.requestDeclined)
        return mine.declineNote
          ? m.rsvpStatusDeclinedNote({ note: mine.declineNote })
          : m.rsvpStatusDeclined()
      if (mine.removalReason) return m.rsvpStatusRemoved({ reason: mine.removalReason })
      if (mine.requestExpired) return m.rsvpStatusRequestExpired()
      return mine.lapsed ? m.rsvpStatusLapsed() : m.rsvpStatusNotGoing()
    case 'offered':
      return ''
    case undefined:
      if (needsRequest) return m.rsvpStatusAsk()
      if (seats.left === 0 || seats.waiting > 0) return m.rsvpStatusFull()
      return guestsMax > 0 ? m.rsvpGuestsMax({ count: guestsMax }) : ''
  }
}
