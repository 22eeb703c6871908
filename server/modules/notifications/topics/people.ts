import * as m from '#shared/notifications/messages.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import { entrySentence } from '#shared/prestige/messages.ts'
import { QUIET_AFTER_DAYS } from '#shared/chapters/rules.ts'
import { formatDay } from './when.ts'

import type { AboutEvent } from './events.ts'
import type { AboutMeeting } from './meetings.ts'
import { type Parts, plain, type Topic, withNote } from './topic.ts'

type AboutPeople = Exclude<NotificationTopic, AboutEvent | AboutMeeting>

/** Notifications about people, accounts and the community. */
export const PEOPLE_TOPICS: Readonly<Record<AboutPeople, Topic>> = {
  connectionRequest: { sentence: plain(m.sentenceConnectionRequest) },
  connectionAccepted: { sentence: plain(m.sentenceConnectionAccepted) },
  introduction: { sentence: ({ name, data: { news = '' } }) => m.sentenceIntroduction({ news, name }) },
  round: { sentence: ({ name, data: { news = '', title = '' } }) => m.sentenceRound({ news, name, title }) },
  askFulfilled: { sentence: ({ name, data: { text = '' } }) => m.sentenceAskFulfilled({ name, ask: text }) },
  matchingAsks: { sentence: plain(m.sentenceMatchingAsks) },
  prestigeChanged: { sentence: prestigeChanged },
  chapterRequest: {
    sentence: ({ name, data: { chapter = '', change = '' } }) =>
      m.sentenceChapterRequest({ name, chapter, change }),
  },
  chapterMembership: {
    sentence: ({ data: { chapter = '', former = '', change = '' } }) =>
      m.sentenceChapterMembership({ chapter, former, change }),
  },
  chapterSuccession: {
    sentence: ({ name, data: { chapter = '', news = '', need = '', to = '' } }) =>
      m.sentenceChapterSuccession({ name, chapter, news, need, to, days: QUIET_AFTER_DAYS }),
  },
  chapterTerm: {
    sentence: ({ name, data: { chapter = '', news = '', until = '', timeZone = 'UTC' } }) =>
      m.sentenceChapterTerm({ name, chapter, news, date: formatDay(until, timeZone) }),
  },
  chapterLetter: {
    // Omits the title for a member who blocked its author.
    sentence: ({ data: { chapter = '', text } }) =>
      text === undefined
        ? m.sentenceChapterLetterBlocked({ chapter })
        : m.sentenceChapterLetter({ chapter, title: text }),
  },
  memberApproved: { sentence: ({ data: { note } }) => withNote(m.sentenceMemberApproved(), note) },
  memberDeclined: { sentence: ({ data: { note } }) => withNote(m.sentenceMemberDeclined(), note) },
  memberAwaitsApproval: { sentence: plain(m.sentenceMemberAwaitsApproval) },
  consentRequested: { sentence: plain(m.sentenceConsentRequested) },
  reportReceived: { sentence: plain(m.sentenceReportReceived) },
  reportDecided: {
    sentence: ({ data: { kind = '', outcome = '' } }) =>
      m.sentenceReportDecided({ kind, outcome: m.reportOutcome({ outcome }) }),
  },
  clientErrorRegressed: {
    sentence: ({ data: { error = '', release = '' } }) => m.sentenceClientErrorRegressed({ error, release }),
  },
  contentHidden: { sentence: plain(m.sentenceContentHidden) },
  warning: { sentence: plain(m.sentenceWarning) },
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
      return m.sentenceTierEnds({ tier, date: formatDay(until, timeZone) })
    default:
      return change
  }
}
