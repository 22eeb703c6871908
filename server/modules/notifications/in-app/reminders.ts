import { DAY_REMINDER_UNTIL } from '#shared/events/rules.ts'
import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import { plural } from '#shared/lib/language/numbers.ts'
import { CONFIRMATION_CLOSES, CONFIRMATION_OPENS, MEETING_LIMITS } from '#shared/meetings/rules.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Conversation } from '#server/modules/conversation/module.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { DomainEvent } from '#server/modules/operations/outbox/types.ts'

import { reminderProgress } from './collection.ts'

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
  operations: Operations
  people: People
  programme: Programme
  conversation: Conversation
  meetings: Meetings
}

/**
 * Reminders that were due after `from` and no later than `upTo`, in milliseconds; `now` is later than that after a
 * downtime.
 */
interface Period {
  from: number
  upTo: number
  now: number
}

/** Time before the start, and the latest time at which it is still sent after a downtime. */
const BEFORE = [
  { time: DAY, until: DAY_REMINDER_UNTIL, key: '24 hours' },
  { time: HOUR, until: 0, key: '1 hour' },
] as const
/** Period in which participants can confirm a meeting: no other reminder is useful for longer. */
const LATEST_BY = CONFIRMATION_CLOSES - CONFIRMATION_OPENS
/** Period whose reminders are recorded in one transaction after a downtime. */
const STEP = HOUR
const ONLY = 'reminders'
/** Every zone's eight o'clock is on the quarter hour. */
const QUARTER = 15 * MINUTE
/** Local time in the owner's zone, on the day before a promise is due and on the day. */
const PROMISES_AT = '08:00'
const PROMISE_DAYS = [
  { daysBefore: 1, due: 'tomorrow' },
  { daysBefore: 0, due: 'today' },
] as const

/**
 * Sends reminders of events and meetings a day and an hour before, questions afterwards whether a meeting took
 * place and how an event was, and reminders of promises.
 */
export function createReminders({
  store,
  clock,
  operations,
  people,
  programme,
  conversation,
  meetings,
}: Deps) {
  async function startingBefore({ from, upTo, now }: Period): Promise<DomainEvent[]> {
    const within = (startsAt: string) => durationOf(Date.parse(startsAt) - now)
    const groups = await Promise.all(
      BEFORE.map(async ({ time, until, key }) => {
        const after = Math.max(from + time, now + until)
        if (after >= upTo + time) return []
        const range = [isoInstant(after), isoInstant(upTo + time)] as const
        const [ofEvents, ofMeetings] = await Promise.all([
          programme.reader.starting(...range),
          meetings.meetings.starting(...range),
        ])
        return [
          ...ofEvents.map(({ id, title, startsAt }): DomainEvent => ({
            topic: 'eventReminder',
            subject: { kind: 'event', id },
            dedupeKey: `${id} ${startsAt} ${key}`,
            recipients: 'going',
            data: { title, within: within(startsAt) },
          })),
          ...ofMeetings.map(({ id, purpose, startsAt, participants }): DomainEvent => ({
            topic: 'meetingReminder',
            subject: { kind: 'meeting', id },
            dedupeKey: `${id} ${startsAt} ${key}`,
            recipients: participants,
            data: { purpose, within: within(startsAt) },
          })),
        ]
      }),
    )
    return groups.flat()
  }

  async function toConfirm({ from, upTo }: Period): Promise<DomainEvent[]> {
    const { min, max } = MEETING_LIMITS.durationMinutes
    const started = await meetings.meetings.starting(
      isoInstant(from - CONFIRMATION_OPENS - max * MINUTE),
      isoInstant(upTo - CONFIRMATION_OPENS - min * MINUTE),
    )
    return started
      .filter((meeting) => opensAt(meeting) > from && opensAt(meeting) <= upTo)
      .map(({ id, purpose, startsAt, participants }) => ({
        topic: 'meetingConfirm',
        subject: { kind: 'meeting', id },
        dedupeKey: `${id} ${startsAt}`,
        recipients: participants,
        data: { purpose },
      }))
  }

  async function feedbackDue({ from, upTo }: Period): Promise<DomainEvent[]> {
    if (Math.floor(from / QUARTER) === Math.floor(upTo / QUARTER)) return []
    return (await conversation.feedback.dueBetween(from, upTo)).map(({ id, title }) => ({
      topic: 'eventFeedback',
      subject: { kind: 'event', id },
      dedupeKey: id,
      recipients: 'attended',
      data: { title },
    }))
  }

  async function promisesDue({ from, upTo, now }: Period): Promise<DomainEvent[]> {
    if (Math.floor(from / QUARTER) === Math.floor(upTo / QUARTER) || upTo < now - DAY) return []
    const promises = await meetings.meetings.promisesDueOn(daysAround(now))
    const zones = await people.members.timeZonesOf([...new Set(promises.map(({ owner }) => owner))])
    return promises.flatMap(({ id, meeting, owner, text, dueOn }) => {
      const timeZone = zones.get(owner)
      if (timeZone === undefined) return []
      return PROMISE_DAYS.filter(({ daysBefore }) => {
        const { day, at } = reminderTime(dueOn, daysBefore, timeZone)
        return at > from && at <= upTo && day.equals(dayIn(timeZone, now))
      }).map(({ due }): DomainEvent => ({
        topic: 'promiseDue',
        subject: { kind: 'meeting', id: meeting },
        dedupeKey: `${id} ${dueOn} ${due}`,
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
    const due = await Promise.all([
      startingBefore(period),
      toConfirm(period),
      feedbackDue(period),
      promisesDue(period),
    ])
    await store.transact(async (tx) => {
      const current = await tx.get(reminderProgress, ONLY)
      if (current?.upTo !== before?.upTo) return
      for (const domainEvent of due.flat()) operations.outbox.notify(tx, domainEvent)
      tx.put(reminderProgress, { id: ONLY, upTo: isoInstant(period.upTo) })
    })
    return period.upTo < now
  }

  /**
   * Sends late after a downtime, without reminders that are no longer useful. Safe to run on several replicas at
   * once: one of them advances, with everything that was due.
   */
  return async function remind(): Promise<void> {
    const now = clock()
    while (await step(now));
  }
}

/** `22 hours`, `1 hour` or `20 minutes`, rounded: data, which becomes a text when it is read. */
function durationOf(milliseconds: number) {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE))
  const [count, unit] = minutes > 55 ? [Math.round(minutes / 60), 'hour'] : [minutes, 'minute']
  return `${count} ${plural(count, unit)}`
}

const dayIn = (timeZone: string, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()

/** All dates that are today or tomorrow somewhere. */
const daysAround = (now: number) => [-1, 0, 1, 2].map((days) => dayIn('UTC', now).add({ days }).toString())

/** The date of the reminder, and its time in milliseconds. On a day that the zone skips, the next. */
function reminderTime(dueOn: string, daysBefore: number, timeZone: string) {
  const day = Temporal.PlainDate.from(dueOn).subtract({ days: daysBefore })
  return { day, at: day.toZonedDateTime({ timeZone, plainTime: PROMISES_AT }).epochMilliseconds }
}

/** Start of the confirmation of a meeting, in epoch milliseconds. */
const opensAt = ({ startsAt, durationMinutes }: RemindedMeeting) =>
  Date.parse(startsAt) + durationMinutes * MINUTE + CONFIRMATION_OPENS
