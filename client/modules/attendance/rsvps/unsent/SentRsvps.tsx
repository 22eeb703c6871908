import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'

import { rich } from '#client/ui/rich.tsx'
import * as m from '#shared/events/messages.ts'
import type { RsvpOutcome } from '#shared/events/rsvps.ts'
import { paths } from '#shared/lib/paths.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { type ToastOptions, useToast } from '#client/lib/toast.ts'
import { RSVP_LABELS } from '#client/modules/attendance/rsvps/answer/RsvpButtons.tsx'

import type { UnsentRsvp } from './queue.ts'
import { unsentRsvpsOf } from './unsent-rsvps.ts'
import { labelOf } from './WaitingRsvp.tsx'

/** On every screen: sends queued RSVPs, reports their outcome, and shows those that the server refused. */
export function SentRsvps({ uid }: { uid: string }) {
  const unsent = unsentRsvpsOf(useQueryClient(), uid)
  const toast = useToast()
  useEffect(() => unsent.start((rsvp, outcome) => toast(...messageOf(rsvp, outcome))), [unsent, toast])
  const all = useSyncExternalStore(unsent.all.subscribe, unsent.all.get)
  return all.map(
    (rsvp) =>
      rsvp.refused && (
        <Notice
          key={rsvp.eventId}
          tone="danger"
          title={m.rsvpUnsent()}
          actions={
            <Button variant="quiet" onClick={() => unsent.remove(rsvp.eventId)}>
              {m.rsvpDismiss()}
            </Button>
          }
        >
          <p>
            {rich(
              m.rsvpUnsentText({
                choice: labelOf(rsvp),
                event: rsvp.title,
                link: (content) => <Link to={paths.event(rsvp.eventId)}>{rich(content)}</Link>,
                reason: rsvp.refused,
              }),
            )}
          </p>
        </Notice>
      ),
  )
}

function messageOf(rsvp: UnsentRsvp, { mine }: RsvpOutcome): [string, ToastOptions] {
  const { title, state } = rsvp
  if (state === 'going' && mine?.state === 'waitlisted') return [m.rsvpSentFull({ event: title }), {}]
  if (mine?.state === 'requested') return [m.rsvpSentRequest({ event: title }), { tone: 'success' }]
  // A request may have been accepted at once, and a seat may have opened up.
  const choice = state === 'going' ? RSVP_LABELS.going() : labelOf(rsvp)
  return [m.rsvpSent({ event: title, choice }), { tone: 'success' }]
}
