import { MINUTE } from '#shared/lib/durations.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { formatWhen, type Span } from '#client/lib/time/when.ts'
import { isSameClock } from '#client/lib/time/zones.ts'

interface Timed {
  startsAt?: string | undefined
  durationMinutes: number
}

/** ISO instant. */
export const endOf = ({ startsAt = '', durationMinutes }: Timed) =>
  new Date(Date.parse(startsAt) + durationMinutes * MINUTE).toISOString()

const spanIn = (timeZone: string, startsAt: string, durationMinutes: number): Span => ({
  startsAt,
  endsAt: endOf({ startsAt, durationMinutes }),
  timeZone,
  allDay: false,
})

/** `Thursday 3 December 2026` and `18:00 – 18:45 Lisbon time`. */
export function slotLabel(startsAt: string, durationMinutes: number, timeZone: string) {
  const [{ days, times, zone }] = formatWhen(spanIn(timeZone, startsAt, durationMinutes), timeZone)
  return { days, times: `${times} ${zone}` }
}

export interface PersonZone {
  name: string
  timeZone: string
}

/**
 * The time on others' clocks, by zone, such as `Fri 4 Dec, 03:00 – 03:45 Tokyo time` for Ada and Ben. Leaves out
 * people whose clock agrees with the viewer's.
 */
export function otherClocks(
  startsAt: string,
  durationMinutes: number,
  { people, viewerZone }: { people: readonly PersonZone[]; viewerZone: string },
) {
  const names = new Map<string, string[]>()
  for (const { name, timeZone } of people) {
    const span = spanIn(timeZone, startsAt, durationMinutes)
    if (isSameClock(timeZone, viewerZone, startsAt, span.endsAt)) continue
    const [, there] = formatWhen(span, viewerZone)
    const times = `${there?.times} ${there?.zone}`
    names.set(times, [...(names.get(times) ?? []), name])
  }
  return [...names].map(([times, of]) => ({ times, names: of }))
}

/** The participants whose zones the viewer may see, without the viewer. */
export const zonesOf = ({ participants }: Pick<MeetingDetails, 'participants'>, viewerId: string) =>
  participants.flatMap(({ member, timeZone }) =>
    timeZone && member.id !== viewerId ? [{ name: member.displayName, timeZone }] : [],
  )
