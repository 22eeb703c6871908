import * as m from '#shared/notifications/messages.ts'
import { DAY_REMINDER_UNTIL, type EventFormat, eventPhase, HAVE_A_PLACE } from '#shared/events/rules.ts'
import { FEEDBACK_OPEN_FOR } from '#shared/events/feedback/rules.ts'
import { paths } from '#shared/lib/paths.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { TOPIC_SETTINGS, type TopicOfGroup } from '#shared/notifications/topics.ts'
import { fullTimes, shortTime } from '#server/modules/notifications/when.ts'
import { subjectIdsOf } from '#server/modules/subject-ids.ts'
import { topicText, type TopicWithText } from '#server/modules/notifications/topic-texts.ts'

import type { EmailContent } from './template.ts'
import { type Cause, type Reader, type SubjectDeps, visible } from './subjects.ts'

type EventTopic = TopicOfGroup<'events' | 'organising'>

interface Situation {
  event: EventDetails
  now: number
  /** Time of the domain event. Both in milliseconds. */
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
  /** Whether it is still true and useful. */
  matters: (situation: Situation) => boolean
  subject: (values: { title: string }) => string
  action: () => string
  /** Set if the time is new to the reader, or should be in their calendar. */
  hasCalendar?: true
  /** Set if it is the first that the reader gets as an attendee. */
  invitesToSubscribe?: true
}

/** A topic without a text for it, such as `subjectNewEvent`, needs a subject in `EVENT_EMAILS`. */
type WithSubject = TopicWithText<'subject', { title: string }, EventTopic>

/**
 * Differences from the ordinary email about an event. Its `matters` is about attendees, so emails to organisers define
 * their own.
 */
const EVENT_EMAILS: Record<
  Exclude<EventTopic, WithSubject>,
  Partial<EventEmail> & Pick<EventEmail, 'subject'>
> &
  Partial<Record<WithSubject, Partial<EventEmail>>> &
  Record<TopicOfGroup<'organising'>, Pick<EventEmail, 'matters'>> = {
  newEvent: { matters: isAhead },
  eventInvitation: {
    matters: (now) =>
      isAhead(now) &&
      now.event.invitation !== undefined &&
      ['requested', undefined].includes(now.event.mine?.state),
  },
  eventChanged: {
    matters: (now) =>
      isOn(now) && isRecipient(now) && (!now.data['is'] || now.data['was'] !== now.data['is']),
    action: m.actionNews,
    hasCalendar: true,
  },
  eventCancelled: {
    matters: ({ event, now }) => event.status === 'cancelled' && Date.parse(event.endsAt) > now,
    hasCalendar: true,
  },
  questionsAdded: {
    matters: (now) => isAhead(now) && now.event.mine?.state === 'going',
    action: m.actionAnswer,
  },
  eventReminder: {
    // A reminder of the previous day that is late by most of the day is dropped: the reminder of the last hour follows.
    matters: (situation) =>
      isAhead(situation) &&
      situation.event.mine?.state === 'going' &&
      (leadOf(situation.event, situation.at) < DAY_REMINDER_UNTIL ||
        leadOf(situation.event, situation.now) > DAY_REMINDER_UNTIL),
    subject: m.subjectReminder,
    hasCalendar: true,
  },
  rsvpConfirmed: {
    matters: (now) => isAhead(now) && now.event.mine?.state === 'going',
    subject: m.subjectGoing,
    hasCalendar: true,
    invitesToSubscribe: true,
  },
  seatOffered: {
    matters: (situation) => {
      const { mine, startsAt } = situation.event
      const isOffered = isAhead(situation) && mine?.state === 'offered'
      return isOffered && Date.parse(mine.offerUntil ?? startsAt) > situation.now
    },
    action: m.actionClaim,
    hasCalendar: true,
  },
  seatPromoted: {
    matters: (now) => isAhead(now) && now.event.mine?.state === 'going',
    subject: m.subjectGoing,
    hasCalendar: true,
    invitesToSubscribe: true,
  },
  passedOver: {
    matters: (now) => isAhead(now) && now.event.mine?.state === 'waitlisted',
  },
  addedToEvent: {
    hasCalendar: true,
    invitesToSubscribe: true,
  },
  requestAccepted: {
    matters: ({ event, ...now }) =>
      isOn({ event, ...now }) && HAVE_A_PLACE.has(event.mine?.state ?? 'declined'),
    hasCalendar: true,
    invitesToSubscribe: true,
  },
  requestDeclined: {
    matters: (now) => isOn(now) && now.event.mine?.requestDeclined === true,
  },
  removedFromEvent: {
    matters: (now) => isOn(now) && now.event.mine?.removalReason !== undefined,
  },
  organiserMessage: { matters: isRecipient },
  eventRole: {
    matters: (now) => isOn(now) && now.event.role !== undefined,
  },
  organiserChanged: { matters: () => true },
  announcement: {
    // An announcement from before the event was cancelled, or was over, would arrive as if it were still
    // valid.
    matters: (situation) =>
      isRecipient(situation) &&
      [undefined, eventPhase(situation.event, situation.now)].includes(situation.data['phase']),
  },
  eventFeedback: {
    matters: ({ event, now, at }) => event.status !== 'cancelled' && now - at < FEEDBACK_OPEN_FOR,
    action: m.actionFeedback,
  },
  pictureRemoval: {
    matters: ({ event }) => canOnEvent(event, 'edit'),
    action: m.actionPicture,
  },
  discussion: { matters: () => true, action: m.actionDiscussion },
  newRsvps: {
    matters: (now) => isAhead(now) && canOnEvent(now.event, 'edit'),
  },
}

const emailOf = (topic: EventTopic): EventEmail => ({
  matters: (now) => isOn(now) && isRecipient(now),
  subject: topicText('subject', topic),
  action: m.actionEvent,
  ...EVENT_EMAILS[topic],
})

export const isAboutEvent = (cause: Cause): cause is Cause & { topic: EventTopic } =>
  ['events', 'organising'].includes(TOPIC_SETTINGS[cause.topic].group)

/** Undefined when it is obsolete, or the reader may not see the event. */
export async function eventEmail(
  { topic, subject: { id }, data, at }: Cause & { topic: EventTopic },
  reader: Reader,
  { deps, sentence, now }: { deps: SubjectDeps; sentence: string; now: number },
): Promise<EmailContent | undefined> {
  const ids = subjectIdsOf(data)
  if (ids) return severalEventsEmail({ topic, ids, data, at }, reader, { deps, now })
  const event = await visible(deps.events.reader.details(reader.actor, id))
  const { matters, subject, action, hasCalendar, invitesToSubscribe } = emailOf(topic)
  if (!event || !matters({ event, now, at: Date.parse(at), data })) return undefined
  const announced = topic === 'announcement' ? await announcementOf(reader, id, data, deps) : undefined
  if (topic === 'announcement' && announced === undefined) return undefined
  const { title, reason, venue, format, mine } = event
  const until = topic === 'seatOffered' ? mine?.offerUntil : undefined
  const place = eventPlaceOf({ venue, format })
  const file = hasCalendar && (await visible(deps.events.calendar.file(reader.actor, id)))
  const isNewToCalendars =
    invitesToSubscribe && !(await deps.events.calendarFeeds.feed(reader.actor)).createdAt
  return {
    subject: subject({ title }),
    when: shortTime(event, reader.timeZone),
    heading: title,
    paragraphs: announced?.split(/\n{2,}/) ?? paragraphsOf(topic, sentence, reason),
    facts: [
      { label: m.factWhen(), lines: fullTimes(event, reader.timeZone) },
      ...(place.length > 0 ? [{ label: m.factWhere(), lines: place }] : []),
      ...(until ? [{ label: m.factClaimBy(), lines: fullTimes({ startsAt: until }, reader.timeZone) }] : []),
    ],
    ...(isNewToCalendars && { items: [subscribe()] }),
    action: { label: action(), path: paths.event(id) },
    ...(file && { calendar: file.text }),
  }
}

/** Lines about where it takes place. */
export function eventPlaceOf({
  venue,
  format,
}: {
  venue?: EventDetails['venue'] | undefined
  format: EventFormat
}): string[] {
  const place = [venue?.name, venue?.address.city].filter(Boolean).join(', ')
  return [place, format === 'inPerson' ? '' : m.online()].filter(Boolean)
}

const MAX_DATES = 12

/** Undefined when none of the events concerns the reader any more. */
async function severalEventsEmail(
  { topic, ids, data, at }: Pick<Cause, 'data' | 'at'> & { topic: EventTopic; ids: readonly string[] },
  reader: Reader,
  { deps, now }: { deps: SubjectDeps; now: number },
): Promise<EmailContent | undefined> {
  const { matters, subject, action } = emailOf(topic)
  const found = await Promise.all(ids.map((id) => visible(deps.events.reader.details(reader.actor, id))))
  const own = found.filter((event): event is EventDetails => {
    const situation = event && { event, now, at: Date.parse(at), data }
    return situation !== undefined && matters(situation) && isRecipient(situation)
  })
  const [first, ...others] = own.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
  if (!first) return undefined
  const dates = [first, ...others].map((event) => shortTime(event, reader.timeZone))
  const more = dates.length - MAX_DATES
  const file = await visible(
    deps.events.calendar.fileOfSeveral(
      reader.actor,
      [first, ...others].map(({ id }) => id),
    ),
  )
  return {
    subject: subject({ title: first.title }),
    when: m.dates({ count: dates.length }),
    heading: first.title,
    paragraphs: [SEVERAL_EVENTS[topic]?.() ?? '', data['reason'] ?? ''].filter(Boolean),
    facts: [
      {
        label: m.factWhen(),
        lines: [...dates.slice(0, MAX_DATES), ...(more > 0 ? [m.moreDates({ count: more })] : [])],
      },
    ],
    action: { label: action(), path: paths.event(first.id) },
    ...(file && { calendar: file.text }),
  }
}

const SEVERAL_EVENTS: Partial<Record<EventTopic, () => string>> = {
  rsvpConfirmed: m.textDatesConfirmed,
  eventChanged: m.textDatesChanged,
  eventCancelled: m.textDatesCancelled,
}

/** The attached file is a copy; a subscription has later changes, too. */
const subscribe = () => ({ text: m.subscribe(), path: paths.syncCalendar })

function paragraphsOf(topic: EventTopic, sentence: string, reason = '') {
  switch (topic) {
    case 'newEvent':
      return [m.textNewEvent()]
    case 'eventCancelled':
      return [m.textEventCancelled(), reason].filter(Boolean)
    case 'eventChanged':
      return [m.textEventChanged()]
    case 'rsvpConfirmed':
      return [sentence, m.textPlansChanged()]
    case 'eventReminder':
      return [m.textEventReminder()]
    default:
      return sentence.split(/\n{2,}/)
  }
}

/** The whole text, unless it has been deleted or hidden. */
async function announcementOf(reader: Reader, eventId: string, data: Cause['data'], deps: SubjectDeps) {
  const all = await visible(deps.events.announcements.list(reader.actor, eventId))
  const found = all?.find(({ id }) => id === data['announcement'])
  if (!found || found.hidden) return undefined
  return found.withheld ? m.textAnnouncementBlocked() : found.text
}
