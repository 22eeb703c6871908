import { DAY_REMINDER_UNTIL } from '#shared/event-rules.ts'
import { CONFIRMATION_CLOSES, CONFIRMATION_OPENS, MEETING_LIMITS } from '#shared/meeting-rules.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { reminderProgress } from './collection.ts'
import type { Happening, Notify } from './types.ts'

interface RemindedMeeting {
  id: string
  purpose: string
  startsAt: string
  durationMinutes: number
  participants: readonly string[]
}

interface Deps {
  store: Store
  clock: Clock
  notify: Notify
  /** Published events that start after `after` and no later than `until` (ISO instants). */
  eventsStarting: (
    after: string,
    until: string,
  ) => Promise<readonly { id: string; title: string; startsAt: string }[]>
  /** Scheduled meetings that start after `after` and no later than `until`, at most 500. */
  meetingsStarting: (after: string, until: string) => Promise<readonly RemindedMeeting[]>
  /** Open promises that are due on one of these days (`YYYY-MM-DD`). */
  promisesDueOn: (
    days: readonly string[],
  ) => Promise<readonly { id: string; meeting: string; owner: string; text: string; dueOn: string }[]>
  /** By member id; without those who are not active. */
  timeZonesOf: (memberIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** What was due after `from` and no later than `upTo`; `now` is later than that after a downtime. Milliseconds. */
interface Period {
  from: number
  upTo: number
  now: number
}

const MINUTE = 60 * 1_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Before the start, and until when it is still sent after a downtime. */
const BEFORE = [
  { time: DAY, until: DAY_REMINDER_UNTIL, key: '24 hours' },
  { time: HOUR, until: 0, key: '1 hour' },
] as const
/** How long participants can confirm a meeting: no other reminder is of use for longer. */
const LATEST_BY = CONFIRMATION_CLOSES - CONFIRMATION_OPENS
/** One transaction after a downtime has what was due in it. */
const STEP = HOUR
const ONLY = 'reminders'
/** Every zone's eight o'clock is on the quarter hour. */
const QUARTER = 15 * MINUTE
/** In the owner's zone, on the day before a promise is due and on the day. */
const PROMISES_AT = '08:00'
const PROMISE_DAYS = [
  { daysBefore: 1, due: 'tomorrow' },
  { daysBefore: 0, due: 'today' },
] as const

/**
 * Reminds of events and meetings a day and an hour before, asks afterwards whether a meeting took place, and reminds of
 * promises.
 */
export function createReminders(deps: Deps) {
  const { store, clock, notify, eventsStarting, meetingsStarting, promisesDueOn, timeZonesOf } = deps

  async function startingBefore({ from, upTo, now }: Period): Promise<Happening[]> {
    const within = (startsAt: string) => durationOf(Date.parse(startsAt) - now)
    const groups = await Promise.all(
      BEFORE.map(async ({ time, until, key }) => {
        const after = Math.max(from + time, now + until)
        if (after >= upTo + time) return []
        const range = [isoInstant(after), isoInstant(upTo + time)] as const
        const [events, meetings] = await Promise.all([eventsStarting(...range), meetingsStarting(...range)])
        return [
          ...events.map(({ id, title, startsAt }): Happening => ({
            topic: 'eventReminder',
            subject: { kind: 'event', id },
            occurrence: `${id} ${startsAt} ${key}`,
            recipients: 'going',
            data: { title, within: within(startsAt) },
          })),
          ...meetings.map(({ id, purpose, startsAt, participants }): Happening => ({
            topic: 'meetingReminder',
            subject: { kind: 'meeting', id },
            occurrence: `${id} ${startsAt} ${key}`,
            recipients: participants,
            data: { purpose, within: within(startsAt) },
          })),
        ]
      }),
    )
    return groups.flat()
  }

  async function toConfirm({ from, upTo }: Period): Promise<Happening[]> {
    const { min, max } = MEETING_LIMITS.durationMinutes
    const opensAt = ({ startsAt, durationMinutes }: RemindedMeeting) =>
      Date.parse(startsAt) + durationMinutes * MINUTE + CONFIRMATION_OPENS
    const meetings = await meetingsStarting(
      isoInstant(from - CONFIRMATION_OPENS - max * MINUTE),
      isoInstant(upTo - CONFIRMATION_OPENS - min * MINUTE),
    )
    return meetings
      .filter((meeting) => opensAt(meeting) > from && opensAt(meeting) <= upTo)
      .map(({ id, purpose, startsAt, participants }) => ({
        topic: 'meetingConfirm',
        subject: { kind: 'meeting', id },
        occurrence: `${id} ${startsAt}`,
        recipients: participants,
        data: { purpose },
      }))
  }

  async function promisesDue({ from, upTo, now }: Period): Promise<Happening[]> {
    if (Math.floor(from / QUARTER) === Math.floor(upTo / QUARTER) || upTo < now - DAY) return []
    const promises = await promisesDueOn(daysAround(now))
    const zones = await timeZonesOf([...new Set(promises.map(({ owner }) => owner))])
    return promises.flatMap(({ id, meeting, owner, text, dueOn }) => {
      const timeZone = zones.get(owner)
      if (timeZone === undefined) return []
      return PROMISE_DAYS.filter(({ daysBefore }) => {
        const { day, at } = reminderTime(dueOn, daysBefore, timeZone)
        return at > from && at <= upTo && day.equals(dayIn(timeZone, now))
      }).map(({ due }): Happening => ({
        topic: 'promiseDue',
        subject: { kind: 'meeting', id: meeting },
        occurrence: `${id} ${dueOn} ${due}`,
        recipients: [owner],
        data: { text, due },
      }))
    })
  }

  /** @returns whether there is more to do */
  async function step(now: number): Promise<boolean> {
    const before = await store.get(reminderProgress, ONLY)
    const from = Math.max(Date.parse(before?.upTo ?? isoInstant(now)), now - LATEST_BY)
    if (from >= now && before) return false
    const period = { from, upTo: Math.min(from + STEP, now), now }
    const due = await Promise.all([startingBefore(period), toConfirm(period), promisesDue(period)])
    await store.transact(async (tx) => {
      const current = await tx.get(reminderProgress, ONLY)
      if (current?.upTo !== before?.upTo) return
      for (const happening of due.flat()) notify(tx, happening)
      tx.put(reminderProgress, { id: ONLY, upTo: isoInstant(period.upTo) })
    })
    return period.upTo < now
  }

  /**
   * Late after a downtime, without what is of no use by now. Safe to run on several replicas at once: one of them moves on,
   * with everything that was due.
   */
  return async function remind(): Promise<void> {
    const now = clock()
    while (await step(now));
  }
}

/** `22 hours`, `1 hour` or `20 minutes`, rounded. */
function durationOf(milliseconds: number) {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE))
  const [count, unit] = minutes > 55 ? [Math.round(minutes / 60), 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const dayIn = (timeZone: string, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()

/** All days that are today or tomorrow somewhere. */
const daysAround = (now: number) => [-1, 0, 1, 2].map((days) => dayIn('UTC', now).add({ days }).toString())

/** The day, and the milliseconds. On a day that the zone skips, the next. */
function reminderTime(dueOn: string, daysBefore: number, timeZone: string) {
  const day = Temporal.PlainDate.from(dueOn).subtract({ days: daysBefore })
  return { day, at: day.toZonedDateTime({ timeZone, plainTime: PROMISES_AT }).epochMilliseconds }
}
