import { useQuery, useQueryClient } from '@tanstack/react-query'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/events/messages.ts'
import type { RsvpState } from '#shared/events/rules.ts'
import type { HiddenRsvp, RsvpEdit } from '#shared/events/rsvps.ts'
import { hiddenRsvps, invalidateEvents } from '#client/modules/events/events/queries.ts'
import { request } from '#client/lib/request.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useMomentLabel } from '#client/modules/people/members/use-viewer-zone.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

const GIVE_UP: Readonly<Record<Exclude<RsvpState, 'declined'>, () => string>> = {
  going: m.rsvpGiveUp,
  maybe: m.rsvpCantGo,
  waitlisted: m.rsvpLeaveWaitlist,
  requested: m.rsvpWithdraw,
  offered: m.rsvpPassOn,
}

/** Events that admins have hidden are in no list, but a member with a seat can give it up. */
export function HiddenRsvps() {
  // The list of events is useful without it, so its failure is not shown.
  const { data } = useQuery({ ...hiddenRsvps, throwOnError: false })
  return data?.items.map((rsvp) => <HiddenEvent key={rsvp.event} rsvp={rsvp} />)
}

function HiddenEvent({ rsvp: { event, startsAt, mine } }: { rsvp: HiddenRsvp }) {
  const cache = useQueryClient()
  const momentLabel = useMomentLabel()
  const hasStarted = useClock((now) => Date.parse(startsAt) <= now)
  const leave = useCommand({
    command: () => {
      const body: RsvpEdit = { state: 'declined', guests: 0 }
      return request('PUT /api/events/:eventId/rsvp', { params: { eventId: event }, body })
    },
    done: m.rsvpSaved(),
    onSettled: () => invalidateEvents(cache),
  })
  if (mine.state === 'declined') return null
  return (
    <Notice
      tone="warning"
      title={m.rsvpHidden()}
      actions={
        <Button variant="secondary" busy={leave.isPending && words.saving()} onClick={() => leave.run()}>
          {GIVE_UP[mine.state]()}
        </Button>
      }
    >
      {m.rsvpHiddenText({
        when: hasStarted ? 'past' : 'coming',
        moment: momentLabel(startsAt),
        state: mine.state,
      })}
    </Notice>
  )
}
