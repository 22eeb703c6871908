import type { QueryClient } from '@tanstack/react-query'

import * as m from '#shared/events/messages.ts'
import type { RsvpEdit, RsvpOutcome } from '#shared/events/rsvps.ts'
import { eventDetails } from '#client/modules/events/events/queries.ts'
import type { ProblemError } from '#client/lib/request-errors.ts'
import { request } from '#client/lib/request.ts'
import { explainProblem } from '#client/lib/explain-problem.ts'

/** Sending the same RSVP twice changes nothing. */
export const sendRsvp = (eventId: string, body: RsvpEdit, uid: string) =>
  request('PUT /api/events/:eventId/rsvp', { params: { eventId }, body, uid })

export const showOutcome = (cache: QueryClient, eventId: string, outcome: RsvpOutcome) =>
  cache.setQueryData(
    eventDetails(eventId).queryKey,
    (shown) => shown && { ...shown, ...outcome, hasRsvps: true },
  )

/** Messages by the server's error code. */
const REFUSALS: Readonly<Record<string, () => string>> = {
  no_seats: m.rsvpRefusedSeats,
  rsvp_not_open: m.rsvpRefusedEarly,
  request_declined: m.rsvpRefusedDeclined,
  request_needed: m.rsvpRefusedRequest,
  rsvp_closed: m.rsvpRefusedClosed,
  event_cancelled: m.rsvpRefusedCancelled,
  event_over: m.eventOver,
  rsvp_superseded: m.rsvpRefusedSuperseded,
  event_not_found: m.rsvpRefusedMissing,
}

/** Whether the event does not allow the RSVP. */
export const isRefusal = ({ code }: ProblemError) => code in REFUSALS

export const explainRefusal = (error: ProblemError) =>
  REFUSALS[error.code]?.() ?? explainProblem(error).message ?? error.title
