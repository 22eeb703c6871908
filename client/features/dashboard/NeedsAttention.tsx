import { Link } from 'react-router-dom'

import type { Dashboard } from '#shared/dashboard.ts'
import { paths } from '#shared/paths.ts'
import { formatOn } from '#client/lib/dates.ts'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'
import { Card } from '#client/ui/Card.tsx'
import { QuietBellMotif } from '#client/ui/motifs.tsx'
import { Person } from '#client/ui/Person.tsx'

import styles from './dashboard.module.css'
import type { DashboardParts } from './DashboardScreen.tsx'
import { HeldSeat } from './HeldSeat.tsx'
import { Open } from './Open.tsx'

const REQUESTS_SHOWN = 3

type Props = Pick<Dashboard, 'offers' | 'requests' | 'reminders'> & Pick<DashboardParts, 'Request'>

export function NeedsAttention({ offers, requests, reminders, Request }: Props) {
  const place = useKeptFocus<HTMLDivElement>(requests.length)
  return (
    <Card title="What needs you">
      <div ref={place} tabIndex={-1}>
        {offers.length + requests.length + reminders.length === 0 ? (
          <Open picture={<QuietBellMotif />}>
            Nothing is waiting for you. Requests, answers and promises that are due will be here.
          </Open>
        ) : (
          <ul className={styles.list}>
            {offers.map((offer) => (
              <li key={offer.event.id}>
                <HeldSeat {...offer} />
              </li>
            ))}
            {requests.slice(0, REQUESTS_SHOWN).map((connection) => (
              <li key={connection.id}>
                <Request connection={connection} />
              </li>
            ))}
            {requests.length > REQUESTS_SHOWN && (
              <li>
                <Link viewTransition to={paths.connectionsTab('received')} className={styles.step}>
                  All requests to you
                </Link>
              </li>
            )}
            {reminders.map((reminder) => (
              <li key={reminder.connectionId}>
                <Person
                  name={`Get in touch with ${reminder.member.displayName}`}
                  photo={reminder.member.photo}
                  lines={[`Your note says ${formatOn(reminder.getInTouchOn)}`]}
                  to={paths.connection(reminder.connectionId)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
