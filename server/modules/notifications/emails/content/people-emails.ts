import * as m from '#shared/notifications/messages.ts'
import { CHAPTER_PROPOSAL } from '#shared/lib/paths/chapters.ts'
import { notificationPath } from '#shared/notifications/paths.ts'
import { TOPIC_SETTINGS } from '#shared/notifications/topics.ts'
import type { Subject } from '#shared/operations/notification-subject.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import { can } from '#shared/people/roles.ts'

import { asksEmail } from './asks-email.ts'
import { introductionEmail } from './introduction-emails.ts'
import { letterEmail } from './letter-email.ts'
import { roundEmail } from './round-email.ts'
import { type ComposeEmail, type Reader, type SubjectDeps, visible } from './subjects.ts'
import type { EmailContent } from './template.ts'

/** Topics whose email has more than the sentence. Those about events and meetings are rows of their topics. */
const EMAILS: Readonly<Partial<Record<NotificationTopic, ComposeEmail>>> = {
  introduction: introductionEmail,
  round: roundEmail,
  matchingAsks: asksEmail,
  chapterLetter: letterEmail,
}

export const emailOf = (topic: NotificationTopic) => EMAILS[topic] ?? personEmail

/** Labels of the links to subjects. */
const ACTIONS: Readonly<Record<Subject['kind'], () => string>> = {
  event: m.actionEvent,
  meeting: m.actionMeeting,
  connection: m.actionConnection,
  request: m.actionAnswerRequest,
  introduction: m.actionIntroductions,
  asks: m.actionAsks,
  round: m.actionRound,
  prestige: m.actionPrestige,
  applicant: m.actionRequest,
  invitation: m.actionRequest,
  membership: m.actionDashboard,
  report: m.actionReport,
  ownReport: m.actionDecision,
  warning: m.actionDetails,
  clientError: m.actionError,
  chapter: m.actionChapter,
  chapterPeople: m.actionRequest,
}

const quoted = (text: string | undefined) => (text ? [m.quote({ text })] : [])

async function isChapterRequestOpen(slug: string, by: string, { actor }: Reader, { chapters }: SubjectDeps) {
  return slug === CHAPTER_PROPOSAL
    ? can(actor.role, 'administer') && (await chapters.proposals.isWaiting(by))
    : chapters.people.isWaiting(slug, by)
}

const personEmail: ComposeEmail = async (
  { topic, actor = '', subject, data },
  reader,
  { deps, sentence },
) => {
  const { people } = deps
  const { kind, id } = subject
  if (TOPIC_SETTINGS[topic].group === 'community' && !can(reader.actor.role, 'administer')) return undefined
  const simple = (...paragraphs: string[]): EmailContent => ({
    subject: sentence.replace(/\.$/, ''),
    heading: sentence.replace(/\.$/, ''),
    paragraphs,
    action: { label: ACTIONS[kind](), path: notificationPath(subject) },
  })
  if (kind === 'warning') return simple(...quoted(data['text']))
  if (kind === 'chapterPeople' && !(await isChapterRequestOpen(id, actor, reader, deps))) return undefined
  if (topic === 'chapterMembership') return simple(...quoted(data['note']))
  if (kind === 'applicant')
    return (await people.members.accountStates())(id) === 'inactive' ? simple() : undefined
  if (kind !== 'request' && kind !== 'connection') return simple()
  const relationship = await visible(people.relationships.relationshipWith(reader.actor.id, actor))
  if (kind === 'connection')
    return relationship?.state === 'connected' ? simple(m.textConnected()) : undefined
  return relationship?.state === 'requestReceived' ? simple(...quoted(relationship.note)) : undefined
}
