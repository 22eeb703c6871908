import { plainDateTime, type WallClock } from '#client/lib/time/wall-clock.ts'

import type { EventDraft } from './event-draft.ts'

type Times = Pick<EventDraft, 'startsAt' | 'endsAt' | 'allDay'>

const read = ({ date, time }: WallClock, { allDay }: Pick<EventDraft, 'allDay'>) =>
  plainDateTime(date, allDay ? '00:00' : time)

/** Whether it says when it starts: a field that is being typed in may hold nothing. */
export const hasStart = (times: Times) => read(times.startsAt, times) !== undefined

/** The end, once the event starts at `next`: it lasts as long as before, by the clocks. */
export function movedEnd(times: Times, next: WallClock): WallClock {
  const { startsAt, endsAt, allDay } = times
  const [before, after, end] = [read(startsAt, times), read(next, times), read(endsAt, times)]
  if (!before || !after || !end || before.equals(after)) return endsAt
  const moved = end.add(before.until(after))
  const time = allDay ? endsAt.time : moved.toPlainTime().toString({ smallestUnit: 'minute' })
  return { date: moved.toPlainDate().toString(), time }
}
