import { INVITATION_LIFETIME } from '#shared/invitation-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import type { MeetingDetails } from '#shared/meetings.ts'
import type { MemberCard } from '#shared/members.ts'
import { NOTIFICATION_TOPICS, type NotificationTopic } from '#shared/notification-topics.ts'
import type { Subject } from '#shared/notifications.ts'
import type { EmailDocument } from '#server/features/emails/collection.ts'
import { type ComposeDeps, createCompose } from '#server/features/emails/compose.ts'
import { sentenceOf } from '#server/features/notifications/sentences.ts'
import type { Message } from '#server/mail/port.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const AT = new Date(NOW).toISOString()
const READER = 'ada'

const olga: MemberCard = { id: 'olga', displayName: 'Olga Marinho', headline: 'Founder of Tide & Timber' }
const ken: MemberCard = { id: 'ken', displayName: 'Ken Okafor', headline: 'Restores houses' }

const event = {
  id: 'harvest',
  title: 'Harvest supper at the river house',
  startsAt: '2026-11-24T18:00:00.000Z',
  endsAt: '2026-11-24T21:30:00.000Z',
  allDay: false,
  timeZone: 'Europe/Lisbon',
  format: 'hybrid',
  status: 'published',
  venue: { name: 'The river house', address: { city: 'Lisbon' } },
  managed: true,
  mine: { state: 'going', guests: 0 },
} as unknown as EventDetails

const meeting = {
  id: 'talk',
  purpose: 'How to find a first supplier in Porto',
  status: 'scheduled',
  startsAt: '2026-11-25T09:00:00.000Z',
  durationMinutes: 45,
  place: 'Café Tati, Lisbon',
  joinUrl: '',
  slots: [],
  departures: [],
  promises: [{ text: 'Send the list of suppliers', state: 'open' }],
} as unknown as MeetingDetails

interface Sample {
  subject: Subject
  actor?: string
  data?: Record<string, string>
  event?: Partial<EventDetails>
  meeting?: object
}

const ofEvent = (more: Partial<Sample> = {}): Sample => ({
  subject: { kind: 'event', id: event.id },
  ...more,
  data: { title: event.title, ...more.data },
})
const ofMeeting = (more: Partial<Sample> = {}): Sample => ({
  subject: { kind: 'meeting', id: meeting.id },
  ...more,
  data: { purpose: meeting.purpose, ...more.data },
})
const voting = {
  status: 'proposed',
  startsAt: undefined,
  slots: [
    { startsAt: '2026-11-25T09:00:00.000Z', votes: [], past: false },
    { startsAt: '2026-11-26T15:30:00.000Z', votes: [], past: false },
  ],
  expiresAt: '2026-11-26T15:30:00.000Z',
}

const SAMPLES: Record<NotificationTopic, Sample> = {
  connectionRequest: { subject: { kind: 'request', id: 'one' }, actor: olga.id },
  connectionAccepted: { subject: { kind: 'connection', id: 'one' }, actor: olga.id },
  newEvent: ofEvent(),
  eventChanged: ofEvent(),
  eventCancelled: ofEvent({ event: { status: 'cancelled', reason: 'The river is too high.' } }),
  eventReminder: ofEvent({ data: { within: '24 hours' } }),
  seatOffered: ofEvent({
    event: { mine: { state: 'offered', guests: 0, offerUntil: '2026-11-24T12:00:00.000Z' } },
  }),
  seatPromoted: ofEvent(),
  passedOver: ofEvent({
    data: { reason: 'She gives the talk.' },
    event: { mine: { state: 'waitlisted', guests: 0, position: 2 } },
  }),
  addedToEvent: ofEvent({ actor: olga.id, data: { state: 'going' } }),
  removedFromEvent: ofEvent({
    data: { reason: 'This evening is for founders only.' },
    event: {
      mine: { state: 'declined', guests: 0, removalReason: 'This evening is for founders only.' },
    },
  }),
  organiserMessage: ofEvent({
    actor: olga.id,
    data: { text: 'You asked about parking.\n\nThere is a garage behind the hall.' },
  }),
  organiserChanged: ofEvent({ data: { change: 'assigned' } }),
  announcement: ofEvent({ data: { announcement: 'first' } }),
  newRsvps: ofEvent({ data: { answers: '10 going, 1 maybe, 2 can’t go' } }),
  meetingProposed: ofMeeting({ actor: olga.id, meeting: voting }),
  meetingScheduled: ofMeeting(),
  meetingChanged: ofMeeting({
    data: { change: 'moved, and new times are proposed' },
    meeting: { ...voting, status: 'rescheduled', change: { reason: 'A train strike.', at: AT } },
  }),
  meetingReminder: ofMeeting({ data: { within: '1 hour' } }),
  meetingConfirm: ofMeeting({ meeting: { status: 'awaitingConfirmation' } }),
  promiseDue: ofMeeting({ data: { text: 'Send the list of suppliers', due: 'tomorrow' } }),
  thanks: ofMeeting({ actor: olga.id, data: { text: 'Your list saved us a month.' } }),
  prestigeChanged: {
    subject: { kind: 'prestige', id: READER },
    data: { change: 'You reached Bronze, with 54 points from 4 people.' },
  },
  introduction: { subject: { kind: 'introduction', id: 'intro' }, actor: olga.id },
  memberAwaitsApproval: { subject: { kind: 'applicant', id: 'new' } },
  consentRequested: { subject: { kind: 'invitation', id: 'one' } },
  memberApproved: {
    subject: { kind: 'membership', id: READER },
    data: { note: 'Good to have you with us.' },
  },
  memberDeclined: { subject: { kind: 'membership', id: READER } },
  reportReceived: { subject: { kind: 'report', id: 'one' }, data: { kind: 'photo' } },
  reportDecided: {
    subject: { kind: 'ownReport', id: 'one' },
    data: { kind: 'event', outcome: 'actionTaken' },
  },
  clientErrorRegressed: {
    subject: { kind: 'clientError', id: '0123456789abcdef' },
    data: { error: 'RangeError: Invalid time value', release: '1.5.0' },
  },
  contentHidden: {
    subject: { kind: 'warning', id: 'one' },
    data: { kind: 'profile', text: 'It has someone else’s phone number.' },
  },
  warning: {
    subject: { kind: 'warning', id: 'one' },
    data: { kind: 'note', text: 'Please don’t send offers as requests.' },
  },
}

/** One email of each topic, a digest, one to a former address, one to an invited person and one that verifies an address. */
export async function sampleEmails({
  product = 'Guildhall',
  origin = 'https://guildhall.example',
}: { product?: string; origin?: string } = {}): Promise<{ name: string; message: Message }[]> {
  const documents = NOTIFICATION_TOPICS.map((topic): EmailDocument => {
    const { subject, actor, data = {} } = SAMPLES[topic]
    return {
      id: topic,
      member: READER,
      topic,
      subject,
      data,
      at: AT,
      state: 'queued',
      attempts: 1,
      ...(actor && { actor }),
    }
  })
  const queued = { member: READER, data: {}, at: AT, state: 'queued', attempts: 1 } as const
  const others: EmailDocument[] = [
    {
      ...queued,
      id: 'digest',
      topic: 'digest',
      items: ['newEvent', 'connectionRequest', 'thanks'],
    },
    { ...queued, id: 'emailChanged', topic: 'emailChanged', data: { changedTo: 'l…@example.org' } },
    { ...queued, id: 'invitation', topic: 'invitation' },
    { ...queued, id: 'verification', topic: 'verification' },
  ]
  return Promise.all(
    [...documents, ...others].map(async (email) => {
      const { topic } = email
      const sample = topic in SAMPLES ? SAMPLES[topic as NotificationTopic] : undefined
      const { compose } = createCompose(sampleDeps({ product, origin, documents, sample }))
      const message = await compose(email, 'ada@guildhall.example')
      if ('dropped' in message) throw new Error(`${email.topic}: ${message.dropped}`)
      return { name: email.topic, message }
    }),
  )
}

interface Situation {
  product: string
  origin: string
  documents: readonly EmailDocument[]
  sample: Sample | undefined
}

const sampleDeps = ({ product, origin, documents, sample }: Situation): ComposeDeps => ({
  store: { getMany: async (_, ids) => ids.map((id) => documents.find((each) => each.id === id)) as never },
  clock: () => NOW,
  product,
  accent: async () => ({ light: '', dark: '' }),
  origin,
  ownProfile: async () =>
    ({
      email: 'ada@guildhall.example',
      role: 'admin',
      displayName: 'Ada',
      timeZone: 'America/New_York',
    }) as never,
  accountStates: async () => (id) => (id === 'new' ? 'inactive' : 'active'),
  deliveriesOf: async (_, ids) => new Map(ids.map((id) => [id, { inApp: true, email: true, push: false }])),
  readAmong: async () => new Set(),
  sentenceOf,
  invitationToSend: async () => ({
    path: '/onboarding#invitation=AAAAAAAAAAAAAAAAAAAAAA',
    displayName: 'Grace Hopper',
    invitedBy: olga.displayName,
    expiresAt: new Date(NOW + INVITATION_LIFETIME).toISOString(),
  }),
  newVerificationLink: async () => '/verification?mode=verifyEmail&oobCode=sample',
  unsubscribeUrl: (topic) => ({
    page: `${origin}/verification?mode=unsubscribe&token=sample.${topic}`,
    oneClick: `${origin}/unsubscribe/sample.${topic}`,
  }),
  eventDetails: async () => ({ ...event, ...sample?.event }),
  announcements: async () => [
    {
      id: 'first',
      text: 'We meet at the landing stage.\n\nBring a warm coat: it’s windy by the river.',
      at: AT,
    },
  ],
  meetingDetails: async () => ({ ...meeting, ...sample?.meeting }),
  relationship: async (_, memberId) => ({
    memberId,
    state: sample?.subject.kind === 'connection' ? 'connected' : 'requestReceived',
    note: 'We talked about oak at the autumn fair. I’d like to hear more.',
  }),
  introductions: async () => ({
    asked: [
      {
        id: 'intro',
        introducer: olga,
        member: ken,
        reason: 'You both restore old houses.',
        state: 'open',
        introducedAt: AT,
      },
    ],
    made: [],
  }),
  cards: async (_, ids) => [olga, ken].filter(({ id }) => ids.includes(id)),
  eventFile: async () => ({ text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' }),
  meetingFile: async () => ({ text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' }),
})
