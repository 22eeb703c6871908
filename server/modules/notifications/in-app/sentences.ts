import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/notifications/messages.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import { entrySentence } from '#shared/prestige/messages.ts'
import { subjectIdsOf } from '#server/modules/subject-ids.ts'
import { dayOf, shortTime } from '#server/modules/notifications/when.ts'
import { topicText, type TopicWithText } from '#server/modules/notifications/topic-texts.ts'

import { RSVPS } from './rsvp-summaries.ts'

interface Parts {
  /** The name of the member who caused it. */
  name: string
  data: Readonly<Record<string, string | undefined>>
}

/** The sentence, and what a member has written after it. */
const withNote = (sentence: string, note = '') => `${sentence} ${note}`.trim()

/** Number of dates that it is about; 0 for a single event. */
const datesIn = (data: Parts['data']) => subjectIdsOf(data)?.length ?? 0

/** @param within such as `22 hours`, as reminders store it */
function durationIn(within = '') {
  const [count, unit = ''] = within.split(' ')
  return { count: Number(count), unit: unit.startsWith('hour') ? 'hour' : 'minute' }
}

function eventChanged({ data }: Parts) {
  const { title = '', when = timeAndPlaceIn(data) } = data
  const dates = datesIn(data)
  if (dates > 0) return m.sentenceEventChangedDates({ dates, title })
  return when ? m.sentenceEventChanged({ title, when }) : m.sentenceEventChangedOnly({ title })
}

/** Earlier releases stored it as a text, `when`. */
function timeAndPlaceIn({ startsAt, allDay, timeZone = 'UTC', place, online }: Parts['data']) {
  if (startsAt === undefined) return undefined
  const where = place ? (online ? m.placeAndOnline({ place }) : place) : online && m.onlyOnline()
  const time = shortTime({ startsAt, allDay: allDay !== undefined, timeZone }, timeZone)
  return [time, where].filter(Boolean).join(' · ')
}

function addedToEvent({ name, data: { title = '', state } }: Parts) {
  switch (state) {
    case 'joinedSeries':
      return m.sentenceAddedToSeries({ title })
    case 'waitlisted':
      return m.sentenceAddedToWaitlist({ name, title })
    default:
      return m.sentenceAddedToEvent({ name, title })
  }
}

/** Earlier releases stored `news` as a text. */
function discussion({ data: { title = '', news, questions: asked = '0', answers: given = '0' } }: Parts) {
  const [questions, answers] = [Number(asked), Number(given)]
  const posts =
    answers === 0
      ? m.newQuestions({ count: questions })
      : questions === 0
        ? m.newAnswers({ count: answers })
        : m.newQuestionsAndAnswers({ questions, answers })
  return m.sentenceDiscussion({ title, news: news ?? posts })
}

/** Earlier releases stored `answers` as a text. */
function newRsvps({ data: { title = '', answers, ...counts } }: Parts) {
  const entries = RSVPS.flatMap((state) => {
    const count = Number(counts[state] ?? 0)
    return count > 0 ? [m.rsvps({ state, count })] : []
  })
  return m.sentenceNewRsvps({ title, answers: answers ?? formatList(entries) })
}

function eventRole({ name, data: { title = '', role = '', dates } }: Parts) {
  return dates
    ? m.sentenceEventRoleDates({ role, name, title, dates: Number(dates) })
    : m.sentenceEventRole({ role, name, title })
}

function organiserChanged({ name, data: { title = '', change, role = '' } }: Parts) {
  switch (change) {
    case 'assigned':
      return m.sentenceOrganiserAssigned({ title })
    case 'steppedDown':
      return m.sentenceOrganiserSteppedDown({ role, name, title })
    default:
      return m.sentenceOrganiserChanged({ title })
  }
}

/** Earlier releases stored these as texts. */
const FORMER_CHANGES: Readonly<Record<string, string>> = {
  'moved, and new times are proposed': 'rescheduled',
  'not agreed in time and will not take place': 'expired',
}

function meetingChanged({ name, data: { purpose = '', news, change = '', place } }: Parts) {
  switch (news) {
    case 'place':
      return place ? m.sentenceMeetingPlace({ purpose, place }) : m.sentenceMeetingNoPlace({ purpose })
    case 'online':
      return m.sentenceMeetingOnline({ purpose })
    case 'joinUrl':
      return m.sentenceMeetingJoinLink({ purpose })
    case 'noJoinUrl':
      return m.sentenceMeetingNoJoinLink({ purpose })
    case 'accountDeleted':
      return m.sentenceMeetingAccountDeleted({ purpose })
    case 'left':
      return m.sentenceMeetingLeft({ name, purpose })
    case 'declined':
      return m.sentenceMeetingDeclined({ name, purpose })
    default:
      return m.sentenceMeetingChanged({ change: FORMER_CHANGES[change] ?? change, purpose })
  }
}

/** Earlier releases stored it as a text, `change`. */
function prestigeChanged({ data }: Parts) {
  const { change = '', news, tier = '', kind = '', subject = '', until = '', timeZone = 'UTC' } = data
  const [points, people, more] = [data['points'], data['people'], data['more']].map(Number) as [
    number,
    number,
    number,
  ]
  switch (news) {
    case 'tierReached':
      return m.sentenceTierReached({ tier, points, people })
    case 'tierChanged':
      return m.sentenceTierChanged({ tier })
    case 'points':
      return m.sentencePoints({ points, entry: entrySentence({ kind, subject }), more })
    case 'tierEnds':
      return m.sentenceTierEnds({ tier, date: dayOf(until, timeZone) })
    default:
      return change
  }
}

/** Values of the texts that are named by their topic: `sentenceThanks` is that of `thanks`. */
const valuesOf = ({
  name,
  data: { title = '', purpose = '', text = '', reason = '', kind = '' },
}: Parts) => ({
  name,
  title,
  purpose,
  text,
  reason,
  kind,
})

type Sentence = (parts: Parts) => string
type WithText = TopicWithText<'sentence', ReturnType<typeof valuesOf>, NotificationTopic>

/** Sentences that need more than the text of their topic. */
const SENTENCES: Record<Exclude<NotificationTopic, WithText>, Sentence> &
  Partial<Record<WithText, Sentence>> = {
  eventInvitation: ({ name, data: { title = '', news } }) =>
    news === 'reminder'
      ? m.sentenceEventInvitationReminder({ name, title })
      : m.sentenceEventInvitation({ name, title }),
  eventChanged,
  eventCancelled({ data }) {
    const { title = '', reason } = data
    const dates = datesIn(data)
    const sentence =
      dates > 0 ? m.sentenceEventCancelledDates({ dates, title }) : m.sentenceEventCancelled({ title })
    return withNote(sentence, reason)
  },
  questionsAdded: ({ data: { title = '', count } }) =>
    m.sentenceQuestionsAdded({ title, count: Number(count) }),
  eventReminder: ({ data: { title = '', within } }) =>
    m.sentenceEventReminder({ title, ...durationIn(within) }),
  rsvpConfirmed({ data }) {
    const { title = '' } = data
    const dates = datesIn(data)
    return dates > 0 ? m.sentenceRsvpConfirmedDates({ dates, title }) : m.sentenceRsvpConfirmed({ title })
  },
  addedToEvent,
  requestAccepted: ({ data: { title = '', state } }) =>
    state === 'waitlisted' ? m.sentenceRequestWaitlisted({ title }) : m.sentenceRequestAccepted({ title }),
  requestDeclined: ({ data: { title = '', reason } }) =>
    withNote(m.sentenceRequestDeclined({ title }), reason),
  // Omits the text for a member who blocked its author.
  announcement: ({ data: { title = '', text } }) =>
    text === undefined ? m.sentenceAnnouncementBlocked({ title }) : m.sentenceAnnouncement({ title, text }),
  discussion,
  meetingProposed: ({ name, data: { purpose = '', news } }) =>
    news === 'choice' ? m.sentenceMeetingChoice({ purpose }) : m.sentenceMeetingProposed({ name, purpose }),
  meetingChanged,
  meetingReminder: ({ data: { purpose = '', within } }) =>
    m.sentenceMeetingReminder({ purpose, ...durationIn(within) }),
  promiseDue: ({ data: { text = '', due = '', purpose = '', news } }) =>
    news === 'promisesEnded' ? m.sentencePromisesEnded({ purpose }) : m.sentencePromiseDue({ due, text }),
  prestigeChanged,
  introduction: ({ name, data: { news = '' } }) => m.sentenceIntroduction({ news, name }),
  newRsvps,
  eventRole,
  organiserChanged,
  memberApproved: ({ data: { note } }) => withNote(m.sentenceMemberApproved(), note),
  memberDeclined: ({ data: { note } }) => withNote(m.sentenceMemberDeclined(), note),
  reportDecided: ({ data: { kind = '', outcome = '' } }) =>
    m.sentenceReportDecided({ kind, outcome: m.reportOutcome({ outcome }) }),
  clientErrorRegressed: ({ data: { error = '', release = '' } }) =>
    m.sentenceClientErrorRegressed({ error, release }),
}

/**
 * The domain event as a sentence for the notified member. Composed on each read, so that it never contains a name that
 * the member may no longer see.
 */
export const sentenceOf = (topic: NotificationTopic, parts: Parts) =>
  SENTENCES[topic]?.(parts) ?? topicText('sentence', topic)(valuesOf(parts))
