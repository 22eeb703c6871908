import { FEEDBACK_OPEN_FOR } from '#shared/conversation/feedback-rules.ts'

/** Local time. */
const ASKED_AT = '09:00'
/** A night until then belongs to the day before. */
const NIGHT_HOURS = 4

interface Ended {
  /** ISO instant. */
  endsAt: string
  timeZone: string
}

/** The morning after the event, in its zone, in epoch milliseconds. */
export const askedAt = ({ endsAt, timeZone }: Ended) =>
  Temporal.Instant.from(endsAt)
    .toZonedDateTimeISO(timeZone)
    .subtract({ hours: NIGHT_HOURS })
    .toPlainDate()
    .add({ days: 1 })
    .toZonedDateTime({ timeZone, plainTime: ASKED_AT }).epochMilliseconds

/** Epoch milliseconds. */
export const closesAt = (event: Ended) => askedAt(event) + FEEDBACK_OPEN_FOR
