import { cityOf, offsetLabel, zoneLabel as label } from '#shared/time-zone-labels.ts'

import { LOCALE } from './dates.ts'

/** `Lisbon time`, in the person's own variety of English. */
export const zoneLabel = (timeZone: string, at: string) => label(timeZone, at, LOCALE)

/** Whose time it is, when it is the viewer's own: `your time (Lisbon)`. */
export const ownZoneLabel = (timeZone: string, at: string) =>
  `your time (${cityOf(timeZone) ?? offsetLabel(timeZone, at, LOCALE)})`

/** Whether clocks in both zones show the same at all of these instants. */
export const isSameClock = (one: string, other: string, ...instants: readonly string[]) =>
  one === other ||
  instants.every((instant) => {
    const at = Temporal.Instant.from(instant)
    return at.toZonedDateTimeISO(one).offset === at.toZonedDateTimeISO(other).offset
  })
