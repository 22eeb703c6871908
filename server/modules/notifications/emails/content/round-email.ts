import * as m from '#shared/notifications/messages.ts'
import { notificationPath } from '#shared/notifications/paths.ts'

import type { ComposeEmail } from './subjects.ts'
import type { EmailContent } from './template.ts'

const INVITING: readonly (string | undefined)[] = ['opened', 'invited']

/** An email that invites has a link with which the reader joins. Undefined when there is nothing to join any more. */
export const roundEmail: ComposeEmail = async ({ subject, data }, reader, { deps, sentence }) => {
  const heading = sentence.replace(/\.$/, '')
  const content = (label: string, path: string): EmailContent => ({
    subject: heading,
    heading,
    paragraphs: [],
    action: { label, path },
  })
  if (!INVITING.includes(data['news'])) return content(m.actionRound(), notificationPath(subject))
  const path = await deps.rounds.emailed.pathFor(reader.actor.id, subject.id)
  return path === undefined ? undefined : content(m.actionJoinRound(), path)
}
