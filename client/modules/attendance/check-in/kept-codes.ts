import { isInstant, isText, isZone, shape } from '#client/lib/storage/stored-shapes.ts'

import { createKept } from './kept.ts'

/** A check-in code that this browser has shown, for use without a connection. */
export interface KeptCheckInCode {
  title: string
  /** ISO instants. */
  startsAt: string
  endsAt: string
  /** IANA name of the event's time zone. */
  timeZone: string
  code: string
}

const isKept = shape<KeptCheckInCode>({
  title: isText,
  startsAt: isInstant,
  endsAt: isInstant,
  timeZone: isZone,
  code: isText,
})

export const checkInCodes = createKept('checkInCode.', isKept, ({ endsAt }) => Date.parse(endsAt))

/** Codes of the signed-in person, the next event first. */
export const keptCheckInCodes = (now: number) =>
  checkInCodes.read(now).toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
