import * as m from '#shared/events/messages.ts'
import { CHECK_IN_OPENS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { useMomentLabel } from '#client/modules/people/members/use-viewer-zone.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'

/** Whether the viewer has been asked to check people in, and can do nothing else at the event. */
export const isHelping = ({ right, status }: EventDetails) => right === 'checkIn' && status === 'published'

/** Tells a check-in helper about the task, with a link to it. */
export function HelperNotice({ event }: { event: EventDetails }) {
  const moment = useMomentLabel()
  const opensAt = Date.parse(event.startsAt) - CHECK_IN_OPENS
  const isOpen = useClock((now) => opensAt <= now)
  return (
    <Notice
      tone="info"
      title={m.rolesHelping()}
      actions={
        <LinkButton variant={isOpen ? 'primary' : 'secondary'} to="?manage=check-in">
          {isOpen ? m.checkInStart() : m.rolesSeeList()}
        </LinkButton>
      }
    >
      {isOpen ? m.rolesHelpingText() : m.checkInOpens({ time: moment(new Date(opensAt).toISOString()) })}
    </Notice>
  )
}
