import { DAY } from '#shared/lib/durations.ts'
import type { AvailabilityWindow } from '#shared/meetings/availability.ts'

import type { SeedContext } from './context.ts'
import { meetingCommands } from './meeting-commands.ts'
import { idOf } from './people.ts'

const WORKDAYS = [1, 2, 3, 4, 5]

const hours = (days: readonly number[], from: string, to: string): AvailabilityWindow[] =>
  days.map((day) => ({ day, from, to }))

/** Hours by the clock of each member's own zone. All others keep the usual working hours. */
const HOURS: Readonly<Record<string, AvailabilityWindow[]>> = {
  // Her hours are between the ovens and the afternoon dough.
  'Mara Lindqvist': [...hours(WORKDAYS, '10:00', '13:30'), ...hours([2, 4], '16:00', '18:00')],
  'Tomás Okafor': hours([1, 2, 3, 4], '09:00', '12:00'),
  'Zé Moura': [...hours([2, 3, 4], '10:30', '12:00'), ...hours([2, 3, 4, 5], '15:00', '18:30')],
  'Amara Nwosu': hours([1, 2, 3, 4], '08:30', '17:00'),
  'Marcus Bell': hours([1, 2, 4], '07:00', '11:00'),
  'Abdi Hassan': hours([1, 2, 3, 4, 5, 6], '10:00', '18:00'),
  'Arjun Mehta': hours(WORKDAYS, '14:30', '19:00'),
  '山田 花子': hours([2, 3, 4, 6], '18:00', '22:00'),
}

/** Weekly hours in several time zones, and days off. */
export async function seedAvailability(context: SeedContext) {
  const { availability } = context.services.meetings
  const { date } = meetingCommands(context)
  for (const [name, windows] of Object.entries(HOURS)) {
    const daysOff = name === 'Mara Lindqvist' ? [{ from: date(16), to: date(18) }] : []
    await context.at(context.now - 30 * DAY, () => availability.save(idOf(name), 0, { windows, daysOff }))
  }
}
