import { firstMeetingPath } from '#shared/meeting-paths.ts'
import { notificationPath } from '#shared/notification-paths.ts'

import type { Cause, Reader, SubjectDeps } from './subjects.ts'
import type { EmailContent } from './template.ts'

/** Undefined when it was answered or led to a meeting in the meantime, or the reader may not see one of the people any more. */
export async function introductionEmail(
  { subject: { kind, id }, data }: Cause,
  reader: Reader,
  { deps, sentence }: { deps: SubjectDeps; sentence: string },
): Promise<EmailContent | undefined> {
  const { asked, made } = await deps.introductions(reader.actor.id)
  const heading = sentence.replace(/\.$/, '')
  const path = notificationPath({ kind, id })
  if (data['news'] === 'accepted') {
    const introduction = made.find((each) => each.id === id)
    if (introduction?.state !== 'connected') return undefined
    const names = introduction.people.map(({ displayName }) => displayName).join(' and ')
    const paragraphs = [`${names} are connected now.`]
    return { subject: heading, heading, paragraphs, action: { label: 'See your introductions', path } }
  }
  const introduction = asked.find((each) => each.id === id)
  if (introduction?.state !== (data['news'] === undefined ? 'open' : 'connected')) return undefined
  const { introducer, member, reason } = introduction
  if (introduction.state === 'open' && introducer) {
    const paragraphs = [`${introducer.displayName} thinks you should meet ${member.displayName}.`, reason]
    return { subject: heading, heading, paragraphs, action: { label: 'See the introduction', path } }
  }
  return {
    subject: `You and ${member.displayName} are connected`,
    heading: `You and ${member.displayName} are connected`,
    paragraphs: [sentence],
    action: { label: 'Pick a time', path: firstMeetingPath(introduction) },
  }
}
