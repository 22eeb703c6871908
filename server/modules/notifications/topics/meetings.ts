import * as m from '#shared/notifications/messages.ts'
import type { TopicOfGroup } from '#shared/notifications/topics.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'

import { durationIn, type Parts, plain, type Topic } from './topic.ts'

export type AboutMeeting = TopicOfGroup<'meetings'> | 'thanks'

interface Situation {
  meeting: MeetingDetails
  now: number
  data: Parts['data']
}

interface MeetingEmail {
  /** Whether it is still true and useful. By default, it is. */
  matters?: (situation: Situation) => boolean
  subject: (values: { purpose: string; due: string }) => string
  /** Label of the link. By default, to view the meeting. */
  action?: () => string
  /** The deadline for votes: its label, and as it ends the subject. */
  deadline?: { label: () => string; until: (values: { time: string }) => string }
  hasCalendar?: true
  /** Set if the time of the meeting is past, or irrelevant. */
  isTimeless?: true
}

interface MeetingTopic extends Topic, MeetingEmail {
  /** Differences of emails with a certain `news`. */
  news?: Readonly<Record<string, Partial<MeetingEmail>>>
}

export const slotsAhead = (slots: MeetingDetails['slots']) => slots.filter(({ past }) => !past)
const isAhead = ({ meeting: { status, startsAt }, now }: Situation) =>
  status === 'scheduled' && startsAt !== undefined && Date.parse(startsAt) > now

const CHANGES = ['meetingScheduled', 'meetingChanged'] as const

/** Notifications about a growth meeting. */
export const MEETING_TOPICS: Readonly<Record<AboutMeeting, MeetingTopic>> = {
  meetingProposed: {
    sentence({ name, data: { purpose = '', news } }) {
      if (news === 'matched') return m.sentenceMeetingMatched({ purpose })
      return news === 'choice'
        ? m.sentenceMeetingChoice({ purpose })
        : m.sentenceMeetingProposed({ name, purpose })
    },
    matters: ({ meeting }) => slotsAhead(meeting.slots).length > 0,
    subject: m.subjectMeetingProposed,
    action: m.actionVote,
    news: {
      matched: { subject: m.subjectMeetingMatched },
      choice: {
        subject: m.subjectMeetingChoice,
        action: m.actionChoose,
        deadline: { label: m.factChooseBy, until: m.chooseBy },
      },
    },
  },
  meetingScheduled: {
    sentence: plain(m.sentenceMeetingScheduled),
    isUrgent: true,
    changesOften: true,
    supersededBy: CHANGES,
    matters: isAhead,
    subject: m.subjectMeetingScheduled,
    hasCalendar: true,
  },
  meetingChanged: {
    sentence({ name, data: { purpose = '', news, change = '', place } }) {
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
    },
    isUrgent: true,
    changesOften: true,
    supersededBy: CHANGES,
    // News of a departure or a new place stays relevant once the meeting has a time; news of a move does not.
    matters: (situation) =>
      ['cancelled', 'declined', 'expired'].includes(situation.meeting.status) ||
      slotsAhead(situation.meeting.slots).length > 0 ||
      (situation.data['news'] !== undefined && isAhead(situation)),
    subject: m.subjectMeetingChanged,
    hasCalendar: true,
  },
  meetingReminder: {
    sentence: ({ data: { purpose = '', within } }) =>
      m.sentenceMeetingReminder({ purpose, ...durationIn(within) }),
    isUrgent: true,
    matters: isAhead,
    subject: m.subjectMeetingReminder,
    hasCalendar: true,
  },
  meetingConfirm: {
    sentence: plain(m.sentenceMeetingConfirm),
    matters: ({ meeting }) => meeting.status === 'awaitingConfirmation',
    subject: m.subjectMeetingConfirm,
    action: m.actionAnswer,
    isTimeless: true,
  },
  promiseDue: {
    sentence: ({ data: { text = '', due = '', purpose = '', news } }) =>
      news === 'promisesEnded' ? m.sentencePromisesEnded({ purpose }) : m.sentencePromiseDue({ due, text }),
    matters: ({ meeting, data }) =>
      meeting.promises?.some(({ text, state }) => text === data['text'] && state === 'open') ?? false,
    subject: m.subjectPromiseDue,
    action: m.actionPromise,
    isTimeless: true,
    news: {
      promisesEnded: { matters: () => true, subject: m.subjectPromisesEnded, action: m.actionMeeting },
    },
  },
  thanks: {
    sentence: plain(m.sentenceThanks),
    subject: m.subjectThanks,
    isTimeless: true,
  },
}

/** Earlier releases stored these as texts. */
const FORMER_CHANGES: Readonly<Record<string, string>> = {
  'moved, and new times are proposed': 'rescheduled',
  'not agreed in time and will not take place': 'expired',
}
