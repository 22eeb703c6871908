import * as m from '#shared/lib/messages.ts'
import { zoneLabel as label, zoneName } from '#shared/lib/time-zone-labels.ts'

import { locale } from '#shared/lib/language/current.ts'

/** `Lisbon time`, in the language of the page. */
export const zoneLabel = (timeZone: string, at: string) => label(timeZone, at, locale())

/** Label of the viewer's own zone: `your time (Lisbon)`. */
export const ownZoneLabel = (timeZone: string, at: string) =>
  m.ownZone({ zone: zoneName(timeZone, at, locale()) })

/** Whether clocks in both zones show the same at all of these instants. */
export const isSameClock = (one: string, other: string, ...instants: readonly string[]) =>
  one === other ||
  instants.every((instant) => {
    const at = Temporal.Instant.from(instant)
    return at.toZonedDateTimeISO(one).offset === at.toZonedDateTimeISO(other).offset
  })
