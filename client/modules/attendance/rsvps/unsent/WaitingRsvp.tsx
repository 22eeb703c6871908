import * as m from '#shared/events/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { RSVP_LABELS } from '#client/modules/attendance/rsvps/answer/RsvpButtons.tsx'

import type { UnsentRsvp } from './queue.ts'

interface Props {
  rsvp: UnsentRsvp
  /** Whether it would be lost with the page. */
  isVolatile: boolean
  onDiscard: () => void
}

export const labelOf = ({ label, state }: UnsentRsvp) => label ?? RSVP_LABELS[state]()

/** An RSVP that will be sent later. */
export const WaitingRsvp = ({ rsvp, isVolatile, onDiscard }: Props) => (
  <Notice
    tone="warning"
    title={m.rsvpWaiting({ choice: labelOf(rsvp) })}
    actions={
      <Button variant="quiet" onClick={onDiscard}>
        {m.rsvpDiscard()}
      </Button>
    }
  >
    {isVolatile ? m.rsvpWaitingVolatile() : m.rsvpWaitingStored()}
  </Notice>
)
