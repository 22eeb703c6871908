/** One style of dates for screens, emails and calendars. */
import { locale } from './language/current.ts'

/** `18:00`. */
export const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

/** The zone is required: without one, a format would keep the zone in which the device once was. */
type Format = Intl.DateTimeFormatOptions & { timeZone: string }

export const formatAt = (at: Date, format: Format) => textOf(formatterOf(format).formatToParts(at))

export const formatSpan = (from: Date, to: Date, format: Format) =>
  textOf(formatterOf(format).formatRangeToParts(from, to))

/** Creating one takes far longer than using it, and a screen needs few of them, each many times. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATTERS = 100

function formatterOf(format: Format) {
  const key = JSON.stringify([locale(), format])
  if (formatters.size > MAX_FORMATTERS) formatters.clear()
  if (!formatters.has(key)) formatters.set(key, new Intl.DateTimeFormat(locale(), format))
  return formatters.get(key)!
}

/** Browsers differ in English: here short months have three letters, as in `8 Sep`, and no comma follows a weekday. */
const textOf = (parts: readonly Intl.DateTimeFormatPart[]) =>
  parts
    .map(({ value }, at) =>
      locale() === 'en-GB' && (value === 'Sept' || parts[at - 1]?.type === 'weekday')
        ? value.replace(/[t,]/, '')
        : value,
    )
    .join('')
