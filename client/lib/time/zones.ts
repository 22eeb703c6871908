import * as m from '#shared/lib/messages.ts'
import { zoneName } from '#shared/lib/time-zone-labels.ts'

/** Label of the viewer's own zone: `your time (Lisbon)`. */
export const ownZoneLabel = (timeZone: string, at: string) => m.ownZone({ zone: zoneName(timeZone, at) })

/** Whether clocks in both zones show the same at all of these instants. */
export const isSameClock = (one: string, other: string, ...instants: readonly string[]) =>
  one === other ||
  instants.every((instant) => {
    const at = Temporal.Instant.from(instant)
    return at.toZonedDateTimeISO(one).offset === at.toZonedDateTimeISO(other).offset
  })
