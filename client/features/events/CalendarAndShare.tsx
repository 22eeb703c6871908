import { FORMAT_NAMES } from '#shared/event-labels.ts'
import type { EventDetails } from '#shared/events.ts'
import { addressLine } from '#client/lib/countries.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { useToast } from '#client/ui/toast.ts'

import styles from './details.module.css'
import { eventUrl } from './queries.ts'
import { rsvpPhase } from './rsvp-phase.ts'

export function CalendarAndShare({ event }: { event: EventDetails }) {
  const phase = useClock((now) => rsvpPhase(event, now))
  return (
    <div className={styles.more}>
      {phase !== 'over' && (
        <LinkButton variant="quiet" to={eventUrl(event.id, 'calendar.ics')} reloadDocument download>
          {/* The same file: a calendar that has the event marks it as cancelled. */}
          {phase === 'cancelled' ? 'Update your calendar' : 'Add to calendar'}
        </LinkButton>
      )}
      <ShareButton event={event} />
    </div>
  )
}

/** With the share sheet of the device if there is one, otherwise with the clipboard. */
function ShareButton({ event }: { event: EventDetails }) {
  const toast = useToast()

  async function share() {
    const url = location.origin + location.pathname
    const text = shareText(event)
    try {
      if (Reflect.has(navigator, 'share'))
        return await navigator.share({ title: event.title, url, ...(text && { text }) })
      await navigator.clipboard.writeText(text ? `${text}\n${url}` : url)
      toast(text ? 'Event details and link copied.' : 'Link copied. Only members can open it.', {
        tone: 'success',
      })
    } catch (error) {
      // Closing the share sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast('Your browser blocked copying. Copy the link from the address bar.')
    }
  }

  return (
    <Button variant="quiet" onClick={() => void share()}>
      Share
    </Button>
  )
}

/** For people who cannot open the link. Undefined for members-only events: of those, only the link is shared. */
export function shareText(event: EventDetails): string | undefined {
  if (event.visibility !== 'public') return undefined
  const { title, summary, format, venue, timeZone } = event
  // The reader may be anywhere, so the times are in the zone of the event.
  const [{ days, times, zone }] = formatWhen(event, timeZone)
  const place = [venue?.name, venue && addressLine(venue.address)].filter(Boolean).join(', ')
  return [title, `${days}, ${times} ${zone}`, place || FORMAT_NAMES[format], summary]
    .filter(Boolean)
    .join('\n')
}
