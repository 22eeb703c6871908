import { DAY, MINUTE } from '#shared/lib/durations.ts'
import * as m from '#shared/meetings/messages.ts'
import type { AvailabilityWindow } from '#shared/meetings/availability.ts'
import { CLOCK } from '#shared/lib/date-style.ts'
import { locale } from '#shared/lib/language/current.ts'

const MINUTES_PER_STEP = 15
const MINUTES_PER_DAY = DAY / MINUTE
const STEPS = MINUTES_PER_DAY / MINUTES_PER_STEP
const FIRST_WINDOW = { from: '09:00', to: '17:00' }

/** Days of the week with their names, Monday first. */
export const WEEKDAYS = Array.from({ length: 7 }, (_, at) => ({
  day: at + 1,
  // 1 January 2024 was a Monday.
  name: new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, at + 1),
  ),
}))

/** Every quarter of an hour from `00:00` to `24:00`. */
const TIMES = Array.from({ length: STEPS + 1 }, (_, step) => timeAt(step * MINUTES_PER_STEP))

const optionsOf = (times: readonly string[]) => times.map((value) => ({ value, label: timeLabel(value) }))

/** A window starts before midnight and ends after its start. */
export const START_TIMES = optionsOf(TIMES.slice(0, -1))
export const END_TIMES = optionsOf(TIMES.slice(1))

/** `9:00 AM – 5:00 PM`, in the format of the fields. */
export const hoursLabel = ({ from, to }: Pick<AvailabilityWindow, 'from' | 'to'>) =>
  `${timeLabel(from)} – ${timeLabel(to)}`

/** The hours to add on a day: after the existing ones, or a usual day. */
export function nextWindow(windows: readonly AvailabilityWindow[], day: number): AvailabilityWindow {
  const last = windows
    .filter((window) => window.day === day)
    .map(({ to }) => minutesOf(to))
    .toSorted((a, b) => b - a)[0]
  if (last === undefined) return { day, ...FIRST_WINDOW }
  const from = Math.min(last + 60, 23 * 60)
  return { day, from: timeAt(from), to: timeAt(Math.min(from + 60, MINUTES_PER_DAY)) }
}

/** Copies the hours of one day to these days, replacing theirs. */
export const copiedDay = (
  windows: readonly AvailabilityWindow[],
  source: number,
  targets: readonly number[],
): AvailabilityWindow[] => [
  ...windows.filter(({ day }) => !targets.includes(day)),
  ...targets.flatMap((day) =>
    windows.filter((window) => window.day === source).map((window) => ({ ...window, day })),
  ),
]

function timeAt(minutes: number) {
  const parts = [Math.floor(minutes / 60), minutes % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function minutesOf(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A time in the format of the person's locale: `09:30`, `9:30 AM`. */
function timeLabel(time: string) {
  if (time === '24:00') return m.hoursMidnight()
  return new Intl.DateTimeFormat(locale(), { ...CLOCK, timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1, 0, minutesOf(time)),
  )
}
