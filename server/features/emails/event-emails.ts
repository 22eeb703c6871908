import { eventPhase } from '#shared/event-rules.ts'
import { paths } from '#shared/paths.ts'
import { DAY_REMINDER_UNTIL } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import type { NotificationTopic } from '#shared/notification-topics.ts'

import type { EmailContent } from './template.ts'
import { fullTimes, shortTime } from '#server/lib/when.ts'
import { type Cause, type Reader, type SubjectDeps, visible } from './subjects.ts'

type EventTopic = Extract<
  NotificationTopic,
  | 'newEvent'
  | 'eventChanged'
  | 'eventCancelled'
  | 'eventReminder'
  | 'seatOffered'
  | 'seatPromoted'
  | 'passedOver'
  | 'addedToEvent'
  | 'removedFromEvent'
  | 'organiserMessage'
  | 'organiserChanged'
  | 'announcement'
  | 'newRsvps'
>

interface Situation {
  event: EventDetails
  now: number
  /** When it happened. Both in milliseconds. */
  at: number
  data: Cause['data']
}

/** Milliseconds until the start. */
const leadOf = ({ startsAt }: EventDetails, at: number) => Date.parse(startsAt) - at
const isRecipient = ({ event }: Situation) => event.mine !== undefined && event.mine.state !== 'declined'
const isOn = ({ event, now }: Situation) => event.status === 'published' && Date.parse(event.endsAt) > now
const isAhead = ({ event, now }: Situation) =>
  event.status === 'published' && Date.parse(event.startsAt) > now

interface EventEmail {
  /** Whether it is still true, and of use. */
  matters: (situation: Situation) => boolean
  /** Before the title and the time. */
  subject: string
  action: string
  /** Whether the time is new to the reader, or should be in their calendar. */
  hasCalendar?: true
}

const EVENT_EMAILS: Record<EventTopic, EventEmail> = {
  newEvent: { matters: isAhead, subject: 'New event', action: 'See the event' },
  eventChanged: {
    matters: (now) =>
      isOn(now) && isRecipient(now) && (!now.data['is'] || now.data['was'] !== now.data['is']),
    subject: 'New time or place',
    action: 'See what’s new',
    hasCalendar: true,
  },
  eventCancelled: {
    matters: ({ event, now }) => event.status === 'cancelled' && Date.parse(event.endsAt) > now,
    subject: 'Cancelled',
    action: 'See the event',
    hasCalendar: true,
  },
  eventReminder: {
    // A day's reminder that is late by most of the day leaves it to the other one.
    matters: (situation) =>
      isAhead(situation) &&
      situation.event.mine?.state === 'going' &&
      (leadOf(situation.event, situation.at) < DAY_REMINDER_UNTIL ||
        leadOf(situation.event, situation.now) > DAY_REMINDER_UNTIL),
    subject: 'Reminder',
    action: 'See the event',
    hasCalendar: true,
  },
  seatOffered: {
    matters: (situation) => {
      const { mine, startsAt } = situation.event
      const isOffered = isAhead(situation) && mine?.state === 'offered'
      return isOffered && Date.parse(mine.offerUntil ?? startsAt) > situation.now
    },
    subject: 'There is a seat for you',
    action: 'Claim seat',
    hasCalendar: true,
  },
  seatPromoted: {
    matters: (now) => isAhead(now) && now.event.mine?.state === 'going',
    subject: 'You’re going',
    action: 'See the event',
    hasCalendar: true,
  },
  passedOver: {
    matters: (now) => isAhead(now) && now.event.mine?.state === 'waitlisted',
    subject: 'Your place on the waitlist',
    action: 'See the event',
  },
  addedToEvent: {
    matters: (now) => isOn(now) && isRecipient(now),
    subject: 'You’re on the list',
    action: 'See the event',
    hasCalendar: true,
  },
  removedFromEvent: {
    matters: (now) => isOn(now) && now.event.mine?.removalReason !== undefined,
    subject: 'You were removed',
    action: 'See the event',
  },
  organiserMessage: { matters: isRecipient, subject: 'Message from an organiser', action: 'See the event' },
  organiserChanged: { matters: () => true, subject: 'Organiser', action: 'See the event' },
  announcement: {
    // What was written before the event was cancelled, or was over, would arrive as if it still held.
    matters: (situation) =>
      isRecipient(situation) &&
      [undefined, eventPhase(situation.event, situation.now)].includes(situation.data['phase']),
    subject: 'Announcement',
    action: 'See the event',
  },
  newRsvps: {
    matters: (now) => isAhead(now) && now.event.managed,
    subject: 'New RSVPs',
    action: 'See the event',
  },
}

export const isAboutEvent = (cause: Cause): cause is Cause & { topic: EventTopic } =>
  Object.hasOwn(EVENT_EMAILS, cause.topic)

/** Undefined when it no longer matters, or the reader may not see the event. */
export async function eventEmail(
  { topic, subject: { id }, data, at }: Cause & { topic: EventTopic },
  reader: Reader,
  { deps, sentence, now }: { deps: SubjectDeps; sentence: string; now: number },
): Promise<EmailContent | undefined> {
  const event = await visible(deps.eventDetails(reader.actor, id))
  const { matters, subject, action, hasCalendar } = EVENT_EMAILS[topic]
  if (!event || !matters({ event, now, at: Date.parse(at), data })) return undefined
  const announced = topic === 'announcement' ? await announcementOf(reader, id, data, deps) : undefined
  if (topic === 'announcement' && announced === undefined) return undefined
  const { title, reason, venue, format, mine } = event
  const until = topic === 'seatOffered' ? mine?.offerUntil : undefined
  const place = [venue?.name, venue?.address.city].filter(Boolean).join(', ')
  const file = hasCalendar && (await visible(deps.eventFile(reader.actor, id)))
  return {
    subject: `${subject}: ${title}`,
    when: shortTime(event, reader.timeZone),
    heading: title,
    paragraphs: announced?.split(/\n{2,}/) ?? paragraphsOf(topic, sentence, reason),
    facts: [
      { label: 'When', lines: fullTimes(event, reader.timeZone) },
      ...(place || format !== 'inPerson'
        ? [{ label: 'Where', lines: [place, format !== 'inPerson' ? 'Online' : ''].filter(Boolean) }]
        : []),
      ...(until ? [{ label: 'Claim by', lines: fullTimes({ startsAt: until }, reader.timeZone) }] : []),
    ],
    action: { label: action, path: paths.event(id) },
    ...(file && { calendar: file.text }),
  }
}

function paragraphsOf(topic: EventTopic, sentence: string, reason = '') {
  switch (topic) {
    case 'newEvent':
      return ['A new event. Want to come?']
    case 'eventCancelled':
      return ['This event is cancelled.', reason].filter(Boolean)
    case 'eventChanged':
      return ['The time or place has changed. This is how it is now.']
    case 'eventReminder':
      return ['You’re going. Can’t make it? Update your RSVP so someone else can have your seat.']
    default:
      return sentence.split(/\n{2,}/)
  }
}

/** Its whole text, unless it has been deleted or hidden. */
async function announcementOf(reader: Reader, eventId: string, data: Cause['data'], deps: SubjectDeps) {
  const all = await visible(deps.announcements(reader.actor, eventId))
  const found = all?.find(({ id }) => id === data['announcement'])
  if (!found || found.hidden) return undefined
  return found.withheld ? 'Someone you blocked sent an announcement. Open the event to read it.' : found.text
}
