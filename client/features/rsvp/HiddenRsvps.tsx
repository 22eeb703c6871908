import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { RsvpState } from '#shared/event-rules.ts'
import type { HiddenRsvp, RsvpEdit, RsvpOutcome } from '#shared/events.ts'
import { eventUrl, hiddenRsvps, invalidateEvents } from '#client/features/events/queries.ts'
import { request } from '#client/lib/request.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useMomentLabel } from '#client/lib/time/use-viewer-zone.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useToast } from '#client/ui/toast.ts'

const LABELS: Readonly<Record<Exclude<RsvpState, 'declined'>, { status: string; giveUp: string }>> = {
  going: { status: 'You’re going.', giveUp: 'Give up seat' },
  maybe: { status: 'You answered maybe.', giveUp: 'Can’t go' },
  waitlisted: { status: 'You’re on the waitlist.', giveUp: 'Leave waitlist' },
  offered: { status: 'A seat is held for you.', giveUp: 'Pass on seat' },
}

/** Events that admins have hidden are in no list, but who has a seat can give it up. */
export function HiddenRsvps() {
  // The list of events is useful without it, so its failure is not shown.
  const { data } = useQuery({ ...hiddenRsvps, throwOnError: false })
  return data?.items.map((rsvp) => <HiddenEvent key={rsvp.event} rsvp={rsvp} />)
}

function HiddenEvent({ rsvp: { event, startsAt, mine } }: { rsvp: HiddenRsvp }) {
  const cache = useQueryClient()
  const toast = useToast()
  const momentLabel = useMomentLabel()
  const hasStarted = useClock((now) => Date.parse(startsAt) <= now)
  const leave = useMutation({
    mutationFn: () => {
      const body: RsvpEdit = { state: 'declined', guests: 0 }
      return request<RsvpOutcome>(eventUrl(event, 'rsvp'), { method: 'PUT', body })
    },
    onSuccess: () => toast('RSVP saved.', { tone: 'success' }),
    onError: (error) => toast(explainProblem(error).message ?? '', { tone: 'danger' }),
    onSettled: () => invalidateEvents(cache),
  })
  if (mine.state === 'declined') return null
  const { status, giveUp } = LABELS[mine.state]
  return (
    <Notice
      tone="warning"
      title="An admin has hidden an event that you RSVP’d to."
      actions={
        <Button variant="secondary" busy={leave.isPending && 'Saving…'} onClick={() => leave.mutate()}>
          {giveUp}
        </Button>
      }
    >
      It {hasStarted ? 'started' : 'starts'} {momentLabel(startsAt)}. {status} You can’t RSVP again while it’s
      hidden.
    </Notice>
  )
}
