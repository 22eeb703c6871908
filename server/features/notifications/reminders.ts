import { CONFIRMATION_OPENS, MEETING_LIMITS } from '#shared/meeting-rules.ts'
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
  /** Published events that start after `after` and no later than `until` (ISO instants). From memory. */
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

const MINUTE = 60 * 1_000
const HOUR = 60 * MINUTE
/** Before the start. */
const BEFORE = [
  { time: 24 * HOUR, within: '24 hours' },
  { time: HOUR, within: '1 hour' },
] as const
/** After a longer downtime a reminder would come too late to say what it says. */
const LATEST_BY = HOUR
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

  async function startingBefore(from: number, now: number): Promise<Happening[]> {
    const groups = await Promise.all(
      BEFORE.map(async ({ time, within }) => {
        const range = [isoInstant(from + time), isoInstant(now + time)] as const
        const [events, meetings] = await Promise.all([eventsStarting(...range), meetingsStarting(...range)])
        return [
          ...events.map(({ id, title, startsAt }): Happening => ({
            topic: 'eventReminder',
            subject: { kind: 'event', id },
            occurrence: `${id} ${startsAt} ${within}`,
            recipients: 'going',
            data: { title, within },
          })),
          ...meetings.map(({ id, purpose, startsAt, participants }): Happening => ({
            topic: 'meetingReminder',
            subject: { kind: 'meeting', id },
            occurrence: `${id} ${startsAt} ${within}`,
            recipients: participants,
            data: { purpose, within },
          })),
        ]
      }),
    )
    return groups.flat()
  }

  async function toConfirm(from: number, now: number): Promise<Happening[]> {
    const { min, max } = MEETING_LIMITS.durationMinutes
    const opensAt = ({ startsAt, durationMinutes }: RemindedMeeting) =>
      Date.parse(startsAt) + durationMinutes * MINUTE + CONFIRMATION_OPENS
    const meetings = await meetingsStarting(
      isoInstant(from - CONFIRMATION_OPENS - max * MINUTE),
      isoInstant(now - CONFIRMATION_OPENS - min * MINUTE),
    )
    return meetings
      .filter((meeting) => opensAt(meeting) > from && opensAt(meeting) <= now)
      .map(({ id, purpose, startsAt, participants }) => ({
        topic: 'meetingConfirm',
        subject: { kind: 'meeting', id },
        occurrence: `${id} ${startsAt}`,
        recipients: participants,
        data: { purpose },
      }))
  }

  async function promisesDue(from: number, now: number): Promise<Happening[]> {
    if (Math.floor(from / QUARTER) === Math.floor(now / QUARTER)) return []
    const promises = await promisesDueOn(daysAround(now))
    const zones = await timeZonesOf([...new Set(promises.map(({ owner }) => owner))])
    return promises.flatMap(({ id, meeting, owner, text, dueOn }) => {
      const timeZone = zones.get(owner)
      if (timeZone === undefined) return []
      return PROMISE_DAYS.filter(({ daysBefore }) => {
        const at = reminderTime(dueOn, daysBefore, timeZone)
        return at > from && at <= now
      }).map(({ due }): Happening => ({
        topic: 'promiseDue',
        subject: { kind: 'meeting', id: meeting },
        occurrence: `${id} ${dueOn} ${due}`,
        recipients: [owner],
        data: { text, due },
      }))
    })
  }

  /** Safe to run on several replicas at once: one of them moves on, with everything that was due. */
  return async function remind(): Promise<void> {
    const now = clock()
    const before = await store.get(reminderProgress, ONLY)
    const from = Math.max(Date.parse(before?.upTo ?? isoInstant(now)), now - LATEST_BY)
    if (from >= now && before) return
    const due = (
      await Promise.all([startingBefore(from, now), toConfirm(from, now), promisesDue(from, now)])
    ).flat()
    await store.transact(async (tx) => {
      const current = await tx.get(reminderProgress, ONLY)
      if (current?.upTo !== before?.upTo) return
      for (const happening of due) notify(tx, happening)
      tx.put(reminderProgress, { id: ONLY, upTo: isoInstant(now) })
    })
  }
}

/** All days that are today or tomorrow somewhere. */
const daysAround = (now: number) => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC').toPlainDate()
  return [-1, 0, 1, 2].map((days) => today.add({ days }).toString())
}

/** Milliseconds. On a day that the zone skips, the next. */
const reminderTime = (dueOn: string, daysBefore: number, timeZone: string) =>
  Temporal.PlainDate.from(dueOn)
    .subtract({ days: daysBefore })
    .toZonedDateTime({ timeZone, plainTime: PROMISES_AT }).epochMilliseconds
