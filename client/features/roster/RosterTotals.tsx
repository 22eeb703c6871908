import type { RosterPage } from '#shared/roster.ts'
import type { EventDetails } from '#shared/events.ts'
import { counted } from '#client/features/events/labels.ts'

import styles from './roster.module.css'

interface Props {
  event: EventDetails
  counts: RosterPage['counts']
  isCheckInOpen: boolean
}

/** How many come, how many may, and how many are there. */
export function RosterTotals({ event, counts, isCheckInOpen }: Props) {
  const { going, guests, checkedIn } = counts
  return (
    <dl className={styles.totals}>
      <Total
        name={event.status === 'completed' ? 'Were going' : 'Going'}
        figure={String(going + guests)}
        more={guests > 0 ? `${counted(going, 'member')} and ${counted(guests, 'guest')}` : undefined}
      />
      {event.capacity !== undefined && (
        <Total
          name="Seats taken"
          figure={`${going + guests} of ${event.capacity}`}
          more={seatsLabel(event.capacity, counts)}
        />
      )}
      {(isCheckInOpen || checkedIn > 0) && (
        <Total
          name="Checked in"
          figure={`${checkedIn} of ${going}`}
          more={guests > 0 ? 'guests not counted' : undefined}
        />
      )}
    </dl>
  )
}

const Total = ({ name, figure, more }: { name: string; figure: string; more?: string | undefined }) => (
  <div className={styles.total}>
    <dt>{name}</dt>
    <dd className={styles.figure}>{figure}</dd>
    {more && <dd className={styles.quiet}>{more}</dd>}
  </div>
)

function seatsLabel(capacity: number, { going, guests, held, waitlisted }: RosterPage['counts']) {
  const left = capacity - going - guests - held
  return [
    left > 0 ? `${left} left` : 'full',
    held > 0 && `${held} held by offers`,
    waitlisted > 0 && `${waitlisted} waiting`,
  ]
    .filter(Boolean)
    .join(', ')
}
