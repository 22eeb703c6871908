import { formatList } from '#shared/lib/lists.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import { FEEDBACK_OPEN_FOR } from '#shared/conversation/feedback-rules.ts'
import { DAY_REMINDER_UNTIL, eventPhase, HAVE_A_PLACE, type RsvpState } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import * as m from '#shared/notifications/messages.ts'
import type { TopicOfGroup } from '#shared/notifications/topics.ts'
import { isCurrent } from '#server/modules/events/events/rules.ts'
import { shortTime } from './when.ts'

import { datesIn, durationIn, type Parts, plain, type Topic, withNote } from './topic.ts'

export type AboutEvent = TopicOfGroup<'events' | 'organising'>

/** Counted states, in the order in which notifications about new RSVPs have them. */
export const RSVPS = ['going', 'maybe', 'waitlisted', 'requested', 'declined'] as const satisfies RsvpState[]

/** The parts of an event that decide whether an email still matters. */
type SituatedEvent = Pick<
  EventDetails,
  'status' | 'startsAt' | 'endsAt' | 'mine' | 'invitation' | 'role' | 'right'
>

interface Situation {
  event: SituatedEvent
  now: number
  /** Time of the domain event. Both in milliseconds. */
  at: number
  data: Parts['data']
}

interface EventTopic extends Topic {
  /** Whether the email is still true and useful. */
  matters: (situation: Situation) => boolean
  /** Subject of the email. */
  subject: (values: { title: string }) => string
  /** Label of the email's link. By default, to view the event. */
  action?: () => string
  /** Paragraphs of the email. By default, the sentence. */
  paragraphs?: (parts: { sentence: string; reason: string }) => string[]
  /** The paragraph of an email about several dates, if the topic has such emails. */
  severalDates?: () => string
  /** When something that the reader has to do is due. */
  claimBy?: (event: SituatedEvent) => string | undefined
  /** Set if the time is new to the reader, or should be in their calendar. */
  hasCalendar?: true
  /** Set if it is the first email that the reader gets as an attendee. */
  invitesToSubscribe?: true
}

/** Milliseconds until the start. */
const leadOf = ({ startsAt }: SituatedEvent, at: number) => Date.parse(startsAt) - at
export const isRecipient = ({ event }: Pick<Situation, 'event'>) =>
  event.mine !== undefined && event.mine.state !== 'declined'
const isOn = ({ event, now }: Situation) => isCurrent.of(event, now)
const isAhead = ({ event, now }: Situation) =>
  event.status === 'published' && Date.parse(event.startsAt) > now
const isStateAhead = (state: RsvpState) => (situation: Situation) =>
  isAhead(situation) && situation.event.mine?.state === state
const isOnFor = (situation: Situation) => isOn(situation) && isRecipient(situation)

/** Notifications about an event, and of those who run it. */
export const EVENT_TOPICS: Readonly<Record<AboutEvent, EventTopic>> = {
  eventRole: {
    sentence: ({ name, data: { title = '', role = '', dates } }) =>
      dates
        ? m.sentenceEventRoleDates({ role, name, title, dates: Number(dates) })
        : m.sentenceEventRole({ role, name, title }),
    matters: (now) => isOn(now) && now.event.role !== undefined,
    subject: m.subjectEventRole,
  },
  newEvent: {
    sentence: plain(m.sentenceNewEvent),
    // Members who have already answered need no invitation.
    matters: (now) => isAhead(now) && now.event.mine === undefined,
    subject: m.subjectNewEvent,
    paragraphs: () => [m.textNewEvent()],
  },
  eventInvitation: {
    sentence: ({ name, data: { title = '', news } }) =>
      news === 'reminder'
        ? m.sentenceEventInvitationReminder({ name, title })
        : m.sentenceEventInvitation({ name, title }),
    matters: (now) =>
      isAhead(now) &&
      now.event.invitation !== undefined &&
      ['requested', undefined].includes(now.event.mine?.state),
    subject: m.subjectEventInvitation,
  },
  eventChanged: {
    sentence({ data }) {
      const { title = '', when = timeAndPlaceIn(data) } = data
      const dates = datesIn(data)
      if (dates > 0) return m.sentenceEventChangedDates({ dates, title })
      return when ? m.sentenceEventChanged({ title, when }) : m.sentenceEventChangedOnly({ title })
    },
    isUrgent: true,
    changesOften: true,
    supersededBy: ['eventChanged', 'eventCancelled'],
    matters: (now) =>
      isOn(now) &&
      (isRecipient(now) || now.event.role !== undefined) &&
      (!now.data['is'] || now.data['was'] !== now.data['is']),
    subject: m.subjectEventChanged,
    action: m.actionNews,
    paragraphs: () => [m.textEventChanged()],
    severalDates: m.textDatesChanged,
    hasCalendar: true,
  },
  eventCancelled: {
    sentence({ data }) {
      const { title = '', reason } = data
      const dates = datesIn(data)
      const sentence =
        dates > 0 ? m.sentenceEventCancelledDates({ dates, title }) : m.sentenceEventCancelled({ title })
      return withNote(sentence, reason)
    },
    isUrgent: true,
    matters: ({ event, now }) => event.status === 'cancelled' && Date.parse(event.endsAt) > now,
    subject: m.subjectEventCancelled,
    paragraphs: ({ reason }) => [m.textEventCancelled(), reason].filter(Boolean),
    severalDates: m.textDatesCancelled,
    hasCalendar: true,
  },
  rsvpConfirmed: {
    sentence({ data }) {
      const { title = '' } = data
      const dates = datesIn(data)
      return dates > 0 ? m.sentenceRsvpConfirmedDates({ dates, title }) : m.sentenceRsvpConfirmed({ title })
    },
    isUrgent: true,
    supersededBy: ['rsvpConfirmed'],
    matters: isStateAhead('going'),
    subject: m.subjectGoing,
    paragraphs: ({ sentence }) => [sentence, m.textPlansChanged()],
    severalDates: m.textDatesConfirmed,
    hasCalendar: true,
    invitesToSubscribe: true,
  },
  seatOffered: {
    sentence: plain(m.sentenceSeatOffered),
    isUrgent: true,
    matters: (situation) => {
      const { mine, startsAt } = situation.event
      return isStateAhead('offered')(situation) && Date.parse(mine?.offerUntil ?? startsAt) > situation.now
    },
    subject: m.subjectSeatOffered,
    action: m.actionClaim,
    claimBy: ({ mine }) => mine?.offerUntil,
    hasCalendar: true,
  },
  seatPromoted: {
    sentence: plain(m.sentenceSeatPromoted),
    isUrgent: true,
    matters: isStateAhead('going'),
    subject: m.subjectGoing,
    hasCalendar: true,
    invitesToSubscribe: true,
  },
  passedOver: {
    sentence: plain(m.sentencePassedOver),
    matters: isStateAhead('waitlisted'),
    subject: m.subjectPassedOver,
  },
  addedToEvent: {
    sentence({ name, data: { title = '', state } }) {
      switch (state) {
        case 'joinedSeries':
          return m.sentenceAddedToSeries({ title })
        case 'waitlisted':
          return m.sentenceAddedToWaitlist({ name, title })
        default:
          return m.sentenceAddedToEvent({ name, title })
      }
    },
    matters: isOnFor,
    subject: m.subjectAddedToEvent,
    hasCalendar: true,
    invitesToSubscribe: true,
  },
  requestAccepted: {
    sentence: ({ data: { title = '', state } }) =>
      state === 'waitlisted' ? m.sentenceRequestWaitlisted({ title }) : m.sentenceRequestAccepted({ title }),
    matters: (now) => isOn(now) && HAVE_A_PLACE.has(now.event.mine?.state ?? 'declined'),
    subject: m.subjectRequestAccepted,
    hasCalendar: true,
    invitesToSubscribe: true,
  },
  requestDeclined: {
    sentence: ({ data: { title = '', reason } }) => withNote(m.sentenceRequestDeclined({ title }), reason),
    matters: (now) => isOn(now) && now.event.mine?.requestDeclined === true,
    subject: m.subjectRequestDeclined,
  },
  requestExpired: {
    sentence: plain(m.sentenceRequestExpired),
    matters: ({ event }) => event.mine?.requestExpired === true,
    subject: m.subjectRequestDeclined,
  },
  removedFromEvent: {
    sentence: plain(m.sentenceRemovedFromEvent),
    matters: (now) => isOn(now) && now.event.mine?.removalReason !== undefined,
    subject: m.subjectRemovedFromEvent,
  },
  organiserMessage: {
    sentence: plain(m.sentenceOrganiserMessage),
    matters: isRecipient,
    subject: m.subjectOrganiserMessage,
  },
  announcement: {
    // Omits the text for a member who blocked its author.
    sentence: ({ data: { title = '', text } }) =>
      text === undefined ? m.sentenceAnnouncementBlocked({ title }) : m.sentenceAnnouncement({ title, text }),
    // An announcement from before the event was cancelled, or was over, would arrive as if it were still
    // valid.
    matters: (situation) =>
      isRecipient(situation) &&
      [undefined, eventPhase(situation.event, situation.now)].includes(situation.data['phase']),
    subject: m.subjectAnnouncement,
  },
  discussion: {
    // Earlier releases stored `news` as a text.
    sentence({ data: { title = '', news, questions: asked = '0', answers: given = '0' } }) {
      const [questions, answers] = [Number(asked), Number(given)]
      const posts =
        answers === 0
          ? m.newQuestions({ count: questions })
          : questions === 0
            ? m.newAnswers({ count: answers })
            : m.newQuestionsAndAnswers({ questions, answers })
      return m.sentenceDiscussion({ title, news: news ?? posts })
    },
    matters: () => true,
    subject: m.subjectDiscussion,
    action: m.actionDiscussion,
  },
  questionsAdded: {
    sentence: ({ data: { title = '', count } }) => m.sentenceQuestionsAdded({ title, count: Number(count) }),
    matters: isStateAhead('going'),
    subject: m.subjectQuestionsAdded,
    action: m.actionAnswer,
  },
  eventFeedback: {
    sentence: plain(m.sentenceEventFeedback),
    matters: ({ event, now, at }) => event.status !== 'cancelled' && now - at < FEEDBACK_OPEN_FOR,
    subject: m.subjectEventFeedback,
    action: m.actionFeedback,
  },
  eventReminder: {
    sentence: ({ data: { title = '', within } }) => m.sentenceEventReminder({ title, ...durationIn(within) }),
    isUrgent: true,
    // A reminder of the previous day that is late by most of the day is dropped: the reminder of the last hour follows.
    matters: (situation) =>
      isStateAhead('going')(situation) &&
      (leadOf(situation.event, situation.at) < DAY_REMINDER_UNTIL ||
        leadOf(situation.event, situation.now) > DAY_REMINDER_UNTIL),
    subject: m.subjectReminder,
    paragraphs: () => [m.textEventReminder()],
    hasCalendar: true,
  },
  organiserChanged: {
    sentence({ name, data: { title = '', change, role = '' } }) {
      switch (change) {
        case 'assigned':
          return m.sentenceOrganiserAssigned({ title })
        case 'steppedDown':
          return m.sentenceOrganiserSteppedDown({ role, name, title })
        default:
          return m.sentenceOrganiserChanged({ title })
      }
    },
    matters: () => true,
    subject: m.subjectOrganiserChanged,
  },
  pictureRemoval: {
    sentence: plain(m.sentencePictureRemoval),
    matters: ({ event }) => canOnEvent(event, 'edit'),
    subject: m.subjectPictureRemoval,
    action: m.actionPicture,
  },
  newRsvps: {
    // Earlier releases stored `answers` as a text.
    sentence({ data: { title = '', answers, ...counts } }) {
      const entries = RSVPS.flatMap((state) => {
        const count = Number(counts[state] ?? 0)
        return count > 0 ? [m.rsvps({ state, count })] : []
      })
      return m.sentenceNewRsvps({ title, answers: answers ?? formatList(entries) })
    },
    matters: (now) => isAhead(now) && canOnEvent(now.event, 'edit'),
    subject: m.subjectNewRsvps,
  },
}

/** Earlier releases stored it as a text, `when`. */
function timeAndPlaceIn({ startsAt, allDay, timeZone = 'UTC', place, online }: Parts['data']) {
  if (startsAt === undefined) return undefined
  const where = place ? (online ? m.placeAndOnline({ place }) : place) : online && m.onlyOnline()
  const time = shortTime({ startsAt, allDay: allDay !== undefined, timeZone }, timeZone)
  return [time, where].filter(Boolean).join(' · ')
}
