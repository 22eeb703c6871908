import { INVITATION_LIFETIME } from '#shared/accounts/invitation-rules.ts'
import type { Language } from '#shared/lib/language/languages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import type { MemberCard } from '#shared/people/members.ts'
import { TOPIC_SETTINGS, type TopicOfGroup } from '#shared/notifications/topics.ts'
import {
  isNotification,
  NOTIFICATION_TOPICS,
  type NotificationTopic,
} from '#shared/operations/notification-topics.ts'
import type { Subject } from '#shared/operations/notification-subject.ts'
import type { EmailDocument } from '#server/modules/notifications/emails/collection.ts'
import { type ComposeDeps, createCompose } from '#server/modules/notifications/emails/content/compose.ts'
import type { Message } from '#server/mail/port.ts'
import { partOf } from './part-of.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const AT = new Date(NOW).toISOString()
const READER = 'ada'

const olga: MemberCard = { id: 'olga', displayName: 'Olga Marinho', headline: 'Founder of Tide & Timber' }
const ken: MemberCard = { id: 'ken', displayName: 'Ken Okafor', headline: 'Restores houses' }

const event = partOf<EventDetails>({
  id: 'harvest',
  title: 'Harvest supper at the river house',
  startsAt: '2026-11-24T18:00:00.000Z',
  endsAt: '2026-11-24T21:30:00.000Z',
  allDay: false,
  timeZone: 'Europe/Lisbon',
  format: 'hybrid',
  status: 'published',
  venue: { name: 'The river house', address: { city: 'Lisbon' } },
  right: 'manage',
  mine: { state: 'going', guests: 0 },
})

const meeting = partOf<MeetingDetails>({
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
})

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

type AboutEvent = TopicOfGroup<'events' | 'organising'>
type AboutMeeting = TopicOfGroup<'meetings'>
type AboutOther = Exclude<NotificationTopic, AboutEvent | AboutMeeting>

/** Samples of events and meetings are those that differ from `ofEvent` and `ofMeeting`. */
const LETTER = {
  title: 'Breakfast by the river',
  text: '## December\n\nWe meet **twice** before the holidays:\n\n- breakfast on the first Thursday\n- a walk on the 12th',
}

const SAMPLES: Record<AboutOther, Sample> & Partial<Record<AboutEvent | AboutMeeting, Sample>> = {
  connectionRequest: { subject: { kind: 'request', id: 'one' }, actor: olga.id },
  connectionAccepted: { subject: { kind: 'connection', id: 'one' }, actor: olga.id },
  eventInvitation: ofEvent({
    actor: olga.id,
    data: { news: 'invitation' },
    event: { invitation: { by: olga }, mine: { state: 'requested', guests: 0 } },
  }),
  newEvent: ofEvent({ event: { mine: undefined } }),
  questionsAdded: ofEvent({ data: { count: '2' } }),
  eventCancelled: ofEvent({ event: { status: 'cancelled', reason: 'The river is too high.' } }),
  eventReminder: ofEvent({ data: { within: '24 hours' } }),
  seatOffered: ofEvent({
    event: { mine: { state: 'offered', guests: 0, offerUntil: '2026-11-24T12:00:00.000Z' } },
  }),
  passedOver: ofEvent({
    data: { reason: 'She gives the talk.' },
    event: { mine: { state: 'waitlisted', guests: 0, position: 2 } },
  }),
  addedToEvent: ofEvent({ actor: olga.id, data: { state: 'going' } }),
  requestAccepted: ofEvent({ data: { state: 'going' } }),
  requestDeclined: ofEvent({
    data: { reason: 'We’re full this time. Please ask again in spring.' },
    event: {
      mine: {
        state: 'declined',
        guests: 0,
        requestDeclined: true,
        declineNote: 'We’re full this time. Please ask again in spring.',
      },
    },
  }),
  requestExpired: ofEvent({ event: { mine: { state: 'declined', guests: 0, requestExpired: true } } }),
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
  eventRole: ofEvent({ event: { role: 'editor' }, data: { role: 'editor' } }),
  organiserChanged: ofEvent({ data: { change: 'assigned' } }),
  announcement: ofEvent({ data: { announcement: 'first' } }),
  discussion: ofEvent({ data: { questions: '2', answers: '1' } }),
  pictureRemoval: ofEvent({ event: { right: 'manage' } }),
  newRsvps: ofEvent({ data: { going: '10', maybe: '1', declined: '2' } }),
  meetingProposed: ofMeeting({ actor: olga.id, meeting: voting }),
  meetingChanged: ofMeeting({
    data: { change: 'rescheduled' },
    meeting: { ...voting, status: 'rescheduled', change: { reason: 'A train strike.', at: AT } },
  }),
  meetingReminder: ofMeeting({ data: { within: '1 hour' } }),
  meetingConfirm: ofMeeting({ meeting: { status: 'awaitingConfirmation' } }),
  promiseDue: ofMeeting({ data: { text: 'Send the list of suppliers', due: 'tomorrow' } }),
  thanks: ofMeeting({ actor: olga.id, data: { text: 'Your list saved us a month.' } }),
  prestigeChanged: {
    subject: { kind: 'prestige', id: READER },
    data: { news: 'tierReached', tier: 'Bronze', points: '54', people: '4' },
  },
  introduction: { subject: { kind: 'introduction', id: 'intro' }, actor: olga.id },
  round: { subject: { kind: 'round', id: 'one' }, data: { news: 'opened', title: 'Coffee in December' } },
  chapterRequest: {
    subject: { kind: 'chapterPeople', id: 'lisbon' },
    actor: olga.id,
    data: { chapter: 'Lisbon' },
  },
  chapterMembership: {
    subject: { kind: 'chapter', id: 'lisbon' },
    data: { chapter: 'Lisbon', change: 'approved' },
  },
  chapterSuccession: {
    subject: { kind: 'chapter', id: 'lisbon' },
    data: { chapter: 'Lisbon', news: 'asked', need: 'lead', to: 'chapterMembers' },
  },
  chapterLetter: {
    subject: { kind: 'chapter', id: 'lisbon' },
    actor: olga.id,
    data: { chapter: 'Lisbon', chapterId: 'lisbon', letter: 'first', text: LETTER.title },
  },
  chapterTerm: {
    subject: { kind: 'chapter', id: 'lisbon' },
    data: { chapter: 'Lisbon', news: 'ends', until: AT, timeZone: 'Europe/Lisbon' },
  },
  matchingAsks: { subject: { kind: 'asks', id: AT }, data: { upTo: AT } },
  askFulfilled: {
    subject: { kind: 'asks', id: 'one' },
    actor: olga.id,
    data: { text: 'A room for sixty people' },
  },
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

const sampleOf = (topic: NotificationTopic) =>
  SAMPLES[topic] ?? (TOPIC_SETTINGS[topic].group === 'meetings' ? ofMeeting() : ofEvent())

/** Emails in one language: one of each topic, a digest, one to a former address, one to an invited person, one to a guest after an event and one that verifies an address. */
export async function sampleEmails({
  product = 'Guildhall',
  origin = 'https://guildhall.example',
  language = 'en',
}: { product?: string; origin?: string; language?: Language } = {}): Promise<
  { name: string; message: Message }[]
> {
  const documents = NOTIFICATION_TOPICS.map((topic): EmailDocument => {
    const { subject, actor, data = {} } = sampleOf(topic)
    return {
      id: topic,
      member: READER,
      topic,
      subject,
      data,
      at: AT,
      state: 'queued',
      attempts: 1,
      actor,
    }
  })
  const queued = { member: READER, data: {}, at: AT, state: 'queued', attempts: 1 } as const
  const others: EmailDocument[] = [
    {
      ...queued,
      id: 'digest',
      topic: 'digest',
      items: ['announcement', 'connectionRequest', 'thanks'],
    },
    { ...queued, id: 'emailChanged', topic: 'emailChanged', data: { changedTo: 'l…@example.org' } },
    { ...queued, id: 'invitation', topic: 'invitation' },
    { ...queued, id: 'invitationOfGuest', topic: 'invitation', data: { guest: 'gus' } },
    { ...queued, id: 'verification', topic: 'verification' },
    { ...queued, id: 'signInCode', topic: 'signInCode' },
  ]
  return Promise.all(
    [...documents, ...others].map(async (email) => {
      const { topic } = email
      const sample = isNotification(topic) ? sampleOf(topic) : undefined
      const { compose } = createCompose(sampleDeps({ product, origin, language, documents, sample }))
      const message = await compose(email, 'ada@guildhall.example')
      if ('dropped' in message) throw new Error(`${email.topic}: ${message.dropped}`)
      return { name: email.id, message }
    }),
  )
}

interface Situation {
  product: string
  origin: string
  language: Language
  documents: readonly EmailDocument[]
  sample: Sample | undefined
}

const FILE = { text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' }

const sampleDeps = ({ product, origin, language, documents, sample }: Situation) =>
  partOf<ComposeDeps>({
    config: { languages: [], origins: [origin], client: { PRODUCT_NAME: product } },
    store: {
      getMany: async (_: unknown, ids: readonly string[]) =>
        ids.map((id) => documents.find((each) => each.id === id)),
    },
    clock: () => NOW,
    community: {
      settings: { current: async () => ({ value: { light: '', dark: '' } }) },
      publicSettings: async () => ({ page: {} }),
    },
    chapters: {
      people: { isWaiting: async () => true },
      letters: { emailOf: async () => ({ chapter: { name: 'Lisbon', slug: 'lisbon' }, letter: LETTER }) },
    },
    accounts: {
      languages: { languageOf: async () => language },
      invitations: {
        sender: {
          toSend: async () => ({
            path: '/onboarding#invitation=AAAAAAAAAAAAAAAAAAAAAA',
            displayName: 'Grace Hopper',
            invitedBy: olga.displayName,
            timeZone: 'America/New_York',
            expiresAt: new Date(NOW + INVITATION_LIFETIME).toISOString(),
          }),
        },
      },
      signInCodes: { toSend: async () => ({ code: '482913' }) },
      sessions: { verification: { newLink: async () => '/verification?mode=verifyEmail&oobCode=sample' } },
    },
    people: {
      members: {
        ownProfile: async () => ({
          email: 'ada@guildhall.example',
          role: 'admin',
          displayName: 'Ada',
          timeZone: 'America/New_York',
        }),
        accountStates: async () => (id: string) => (id === 'new' ? 'inactive' : 'active'),
        cards: async (_: string, ids: readonly string[]) => [olga, ken].filter(({ id }) => ids.includes(id)),
      },
      relationships: {
        relationshipWith: async (_: string, memberId: string) => ({
          memberId,
          state: sample?.subject.kind === 'connection' ? 'connected' : 'requestReceived',
          note: 'We talked about oak at the autumn fair. I’d like to hear more.',
        }),
      },
      asks: {
        matching: async () => [
          { id: 'one', text: 'Someone who restores old boats', member: olga },
          { id: 'two', text: 'A carpenter for an oak staircase', member: ken },
        ],
      },
      introductions: {
        list: async () => ({
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
      },
    },
    conversation: {
      messages: {
        announcementsFor: async () => [
          {
            id: 'first',
            text: 'We meet at the landing stage.\n\nBring a warm coat: it’s windy by the river.',
            at: AT,
          },
        ],
      },
    },
    attendance: {
      invitations: { eventOfAddress: async () => undefined },
      guests: {
        ending: {
          peopleMet: async () => ({ event: event.title, names: [olga.displayName, ken.displayName] }),
        },
      },
    },
    programme: { reader: { details: async () => ({ ...event, ...sample?.event }) } },
    calendar: { file: async () => FILE, feeds: { feed: async () => ({}) } },
    meetings: {
      meetings: {
        get: async () => ({ ...meeting, ...sample?.meeting }),
        calendarUpdateFile: async () => FILE,
      },
    },
    rounds: { emailed: { pathFor: async () => '/verification?mode=joinRound&token=sample.round' } },
    notifications: { readAmong: async () => new Set() },
    preferences: {
      deliveriesOf: async (_: string, ids: readonly string[]) =>
        new Map(ids.map((id) => [id, { inApp: true, email: true, push: false }])),
    },
    unsubscribe: {
      url: (topic: string) => ({
        page: `${origin}/verification?mode=unsubscribe&token=sample.${topic}`,
        oneClick: `${origin}/unsubscribe/sample.${topic}`,
      }),
    },
  })
