import * as m from '#shared/notifications/messages.ts'
import { notificationPath } from '#shared/notifications/paths.ts'
import { paths } from '#shared/lib/paths.ts'

import type { ComposeEmail } from './subjects.ts'

/** The asks of the week that match the reader's offers now. Undefined if none is left. */
export const asksEmail: ComposeEmail = async ({ subject, data }, reader, { deps }) => {
  const asks = await deps.people.asks.matching(reader.actor.id, Date.parse(data['upTo'] ?? ''))
  if (asks.length === 0) return undefined
  const heading = m.headingMatchingAsks({ count: asks.length })
  return {
    subject: heading,
    heading,
    paragraphs: [m.textMatchingAsks()],
    items: asks.map(({ text, member }) => ({
      text: m.matchingAsk({ name: member.displayName, ask: text }),
      path: paths.memberProfile(member.id),
    })),
    action: { label: m.actionAsks(), path: notificationPath(subject) },
  }
}
