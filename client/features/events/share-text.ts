import { formatAddress } from '#shared/address.ts'
import type { EventDetails } from '#shared/events.ts'
import { FORMAT_NAMES } from './labels.ts'
import { formatWhen } from '#client/lib/time/when.ts'

/** What people hear who cannot open the link. Nothing but the link of an event that is for members only. */
export function shareText(event: EventDetails): string | undefined {
  if (event.visibility !== 'public') return undefined
  const { title, summary, format, venue, timeZone } = event
  // Whoever reads it may be anywhere: the clock of the place it is.
  const [{ days, times, zone }] = formatWhen(event, timeZone)
  const place = [venue?.name, venue && formatAddress(venue.address)].filter(Boolean).join(', ')
  return [title, `${days}, ${times} ${zone}`, place || FORMAT_NAMES[format], summary]
    .filter(Boolean)
    .join('\n')
}
