import type { EventDetails } from '#shared/events.ts'
import { rsvpPhase } from './rsvp-phase.ts'
import { eventUrl } from '#client/features/events/queries.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'

import styles from './details.module.css'
import { ShareButton } from './ShareButton.tsx'

/** Ways to take it elsewhere. */
export function EventActions({ event }: { event: EventDetails }) {
  const standing = useClock((now) => rsvpPhase(event, now))
  return (
    <div className={styles.more}>
      {standing !== 'over' && (
        <LinkButton variant="quiet" to={eventUrl(event.id, 'calendar.ics')} reloadDocument download>
          {/* The same file: in a calendar that has the event, it strikes it out. */}
          {standing === 'cancelled' ? 'Update your calendar' : 'Add to calendar'}
        </LinkButton>
      )}
      <ShareButton event={event} />
    </div>
  )
}
