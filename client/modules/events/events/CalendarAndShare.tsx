import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { calendarFile, calendarItems } from '#client/modules/events/events/calendar-links.ts'
import { addressLine } from '#client/modules/people/members/countries.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Menu } from '#client/ui/overlays/Menu.tsx'
import { useToast } from '#client/lib/toast.ts'

import styles from './details.module.css'
import { rsvpPhase } from './rsvp-phase.ts'

export function CalendarAndShare({ event }: { event: EventDetails }) {
  const phase = useClock((now) => rsvpPhase(event, now))
  return (
    <div className={styles.more}>
      {phase === 'cancelled' && (
        // A calendar that has the event marks it as cancelled.
        <LinkButton variant="quiet" to={calendarFile(event)} reloadDocument download>
          {m.eventCalendarUpdate()}
        </LinkButton>
      )}
      {phase !== 'cancelled' && phase !== 'over' && (
        <Menu
          trigger={<span className={styles.trigger}>{m.eventCalendarAdd()}</span>}
          items={calendarItems(event, location.origin + location.pathname)}
        />
      )}
      <ShareButton event={event} />
    </div>
  )
}

/** Uses the share sheet of the device if there is one, otherwise the clipboard. */
function ShareButton({ event }: { event: EventDetails }) {
  const toast = useToast()

  async function share() {
    const url = location.origin + location.pathname
    const text = shareText(event)
    try {
      if (Reflect.has(navigator, 'share'))
        return await navigator.share({ title: event.title, url, text: text || undefined })
      await navigator.clipboard.writeText(text ? `${text}\n${url}` : url)
      toast(text ? m.eventShared() : m.eventSharedLink(), {
        tone: 'success',
      })
    } catch (error) {
      // Closing the share sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast(m.eventShareBlocked())
    }
  }

  return (
    <Button variant="quiet" onClick={() => void share()}>
      {m.eventShare()}
    </Button>
  )
}

/** Text for people who cannot open the link. Undefined for members-only events, which are shared by their link alone. */
export function shareText(event: EventDetails): string | undefined {
  if (event.visibility !== 'public') return undefined
  const { title, summary, format, venue, timeZone } = event
  // The reader may be anywhere, so the times are in the zone of the event.
  const [{ days, times, zone }] = formatWhen(event, timeZone)
  const place = [venue?.name, venue && addressLine(venue.address)].filter(Boolean).join(', ')
  return [title, `${days}, ${times} ${zone}`, place || m.eventFormat({ format }), summary]
    .filter(Boolean)
    .join('\n')
}
