import { DAY, MINUTE } from '#shared/lib/durations.ts'
import * as m from '#shared/meetings/messages.ts'
import type { AvailabilityWindow } from '#shared/meetings/availability.ts'
import { CLOCK, formatAt } from '#shared/lib/date-style.ts'

const MINUTES_PER_STEP = 15
const STEPS = DAY / MINUTE / MINUTES_PER_STEP

// 1 January 2024 was a Monday.
const weekdayName = (at: number, weekday: 'long' | 'short') =>
  formatAt(new Date(Date.UTC(2024, 0, at + 1)), { weekday, timeZone: 'UTC' })

/** Days of the week with their names, Monday first. */
export const WEEKDAYS = Array.from({ length: 7 }, (_, at) => ({
  day: at + 1,
  name: weekdayName(at, 'long'),
  // The short names of Portuguese are whole words (`segunda`), which Portuguese abbreviates to three letters.
  short: weekdayName(at, 'short').slice(0, 3),
}))

/** `9:00 AM – 5:00 PM`, in the format of the fields. */
export const hoursLabel = ({ from, to }: Pick<AvailabilityWindow, 'from' | 'to'>) =>
  `${timeLabel(from)} – ${timeLabel(to)}`

/** A half hour of the week. Row 0 starts at midnight. */
export interface Cell {
  day: number
  row: number
}
const STEPS_PER_ROW = 2
export const ROWS_PER_HOUR = 2
export const ROWS = STEPS / STEPS_PER_ROW

/** The start of a row, and the end of the one before. */
export const timeOfRow = (row: number) => timeAt(row * STEPS_PER_ROW)

/** The hours of a cell, and how much of them is within the windows, which may start and end on the quarter. */
export function cellState(windows: readonly AvailabilityWindow[], { day, row }: Cell) {
  const step = row * STEPS_PER_ROW
  const [first, second] = [isOpenAt(windows, day, step), isOpenAt(windows, day, step + 1)]
  return {
    open: first && second ? 'whole' : first ? 'first' : second ? 'second' : undefined,
    from: timeAt(second && !first ? step + 1 : step),
    to: timeAt(first && !second ? step + 1 : step + STEPS_PER_ROW),
  } as const
}

/** The windows with all cells between two corners open, or none of them. */
export function painted(
  windows: readonly AvailabilityWindow[],
  { from, to, isOpen }: { from: Cell; to: Cell; isOpen: boolean },
): AvailabilityWindow[] {
  const [first, last] = [from.day, to.day].toSorted((a, b) => a - b) as [number, number]
  const [top, bottom] = [from.row, to.row].toSorted((a, b) => a - b) as [number, number]
  const isPainted = ({ day }: { day: number }) => first <= day && day <= last
  const days = WEEKDAYS.filter(isPainted).flatMap(({ day }) => {
    const steps = Array.from({ length: STEPS }, (_, step) => isOpenAt(windows, day, step))
    return windowsOf(day, steps.fill(isOpen, top * STEPS_PER_ROW, (bottom + 1) * STEPS_PER_ROW))
  })
  return [...windows.filter((window) => !isPainted(window)), ...days]
}

function isOpenAt(windows: readonly AvailabilityWindow[], day: number, step: number) {
  const time = timeAt(step)
  return windows.some((window) => window.day === day && window.from <= time && time < window.to)
}

function windowsOf(day: number, steps: readonly boolean[]): AvailabilityWindow[] {
  const edges = [...steps, false].flatMap((isOpen, step) =>
    isOpen === (steps[step - 1] ?? false) ? [] : [timeAt(step)],
  )
  return edges.flatMap((from, at) => (at % 2 === 0 ? [{ day, from, to: edges[at + 1]! }] : []))
}

function timeAt(step: number) {
  const minutes = step * MINUTES_PER_STEP
  const parts = [Math.floor(minutes / 60), minutes % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** A time in the format of the person's locale: `09:30`, `9:30 AM`. */
export const timeLabel = (time: string) =>
  time === '24:00'
    ? m.hoursMidnight()
    : formatAt(new Date(`2024-01-01T${time}Z`), { ...CLOCK, timeZone: 'UTC' })
