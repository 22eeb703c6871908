import { plainDateTime, type WallClock } from '#client/lib/time/wall-clock.ts'

import type { EventDraft } from './event-draft.ts'

/** The end, once the event starts at `next`: it lasts as long as before, by the clocks. */
export function movedEnd(
  { startsAt, endsAt, allDay }: Pick<EventDraft, 'startsAt' | 'endsAt' | 'allDay'>,
  next: WallClock,
): WallClock {
  const read = ({ date, time }: WallClock) => plainDateTime(date, allDay ? '00:00' : time)
  const [before, after, end] = [read(startsAt), read(next), read(endsAt)]
  if (!before || !after || !end)
    return endsAt.date === startsAt.date ? { ...endsAt, date: next.date } : endsAt
  const moved = end.add(before.until(after))
  if (moved.equals(end)) return endsAt
  const time = allDay ? endsAt.time : moved.toPlainTime().toString({ smallestUnit: 'minute' })
  return { date: moved.toPlainDate().toString(), time }
}
