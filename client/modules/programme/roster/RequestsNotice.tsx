import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'

/** Requests that wait for an answer, for organisers. */
export function RequestsNotice({ event: { requests = 0 } }: { event: EventDetails }) {
  if (requests === 0) return null
  return (
    <Notice
      tone="info"
      title={m.rosterRequests({ count: requests })}
      actions={<LinkButton to="?manage=roster&filter=requested">{m.rosterRequestsAnswer()}</LinkButton>}
    >
      {m.rosterRequestsText()}
    </Notice>
  )
}
