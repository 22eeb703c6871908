import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/notifications/messages.ts'
import { firstMeetingPath } from '#shared/lib/paths/meetings.ts'
import { notificationPath } from '#shared/notifications/paths.ts'

import type { ComposeEmail } from './subjects.ts'

/**
 * Undefined when it was answered or led to a meeting in the meantime, or the reader may no longer see one of the
 * people.
 */
export const introductionEmail: ComposeEmail = async (
  { subject: { kind, id }, data },
  reader,
  { deps, sentence },
) => {
  const { asked, made } = await deps.people.introductions.list(reader.actor.id)
  const heading = sentence.replace(/\.$/, '')
  const path = notificationPath({ kind, id })
  if (data['news'] === 'accepted') {
    const introduction = made.find((each) => each.id === id)
    if (introduction?.state !== 'connected') return undefined
    const names = formatList(introduction.people.map(({ displayName }) => displayName))
    const paragraphs = [m.textIntroduced({ names })]
    return { subject: heading, heading, paragraphs, action: { label: m.actionIntroductions(), path } }
  }
  const introduction = asked.find((each) => each.id === id)
  if (introduction?.state !== (data['news'] === undefined ? 'open' : 'connected')) return undefined
  const { introducer, member, reason } = introduction
  if (introduction.state === 'open' && introducer) {
    const paragraphs = [
      m.textIntroduction({ introducer: introducer.displayName, member: member.displayName }),
      reason,
    ]
    return { subject: heading, heading, paragraphs, action: { label: m.actionIntroduction(), path } }
  }
  const connected = m.subjectConnected({ name: member.displayName })
  return {
    subject: connected,
    heading: connected,
    paragraphs: [sentence],
    action: { label: m.actionPickTime(), path: firstMeetingPath(introduction) },
  }
}
