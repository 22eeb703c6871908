import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { EventDetails, RsvpEdit, RsvpOutcome } from '#shared/events.ts'
import { eventDetails, invalidateEvents, eventUrl } from '#client/features/events/queries.ts'
import { DeadlineError, OfflineError, ProblemError } from '#client/lib/request-errors.ts'
import { reachable, request } from '#client/lib/request.ts'
import { explainProblem } from '#client/lib/use-form.ts'

/**
 * A double click sends one RSVP. Sending the same RSVP twice changes nothing.
 * @param onRefused called when the event does not allow an RSVP; not when sending it may work later
 */
export function useRsvp(event: EventDetails, { onRefused }: { onRefused?: () => void } = {}) {
  const cache = useQueryClient()
  const { queryKey } = eventDetails(event.id)
  const mutationKey = ['rsvp', event.id]
  const show = (outcome: RsvpOutcome) =>
    cache.setQueryData(queryKey, (shown) => shown && { ...shown, ...outcome, hasRsvps: true })

  const mutation = useMutation({
    mutationKey,
    mutationFn: (body: RsvpEdit) => request<RsvpOutcome>(eventUrl(event.id, 'rsvp'), { method: 'PUT', body }),
    // Only declining is optimistic: it always succeeds, while a seat is for the server to give.
    onMutate: async ({ state }) => {
      if (state !== 'declined') return
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueryData(queryKey)
      show({ mine: { state, guests: 0 }, seats: event.seats })
      return before
    },
    onSuccess: show,
    onError: (failure, _edit, before) => {
      if (before) cache.setQueryData(queryKey, before)
      if (failure instanceof ProblemError && failure.code in ERRORS) onRefused?.()
    },
    // Awaited: when the buttons are enabled again, the page has what the RSVP brings, such as the join link.
    onSettled: () => invalidateEvents(cache),
  })

  const { error, reset } = mutation
  const wasOffline = error instanceof OfflineError && !(error instanceof DeadlineError)
  // Once the server can be reached again the page shows what it has, and the error would say otherwise.
  useEffect(
    () => (wasOffline ? reachable.subscribe(() => reachable.get() && reset()) : undefined),
    [wasOffline, reset],
  )

  return {
    respond: (state: RsvpEdit['state'], guests = 0) => {
      // State is one render late: the second click of a double click would find nothing pending.
      if (cache.isMutating({ mutationKey }) === 0) mutation.mutate({ state, guests })
    },
    /** The RSVP that is being sent. */
    pending: mutation.isPending ? mutation.variables : undefined,
    /** Why the last one failed. */
    error: error && errorMessage(error),
  }
}

/** By the server's error code. */
const ERRORS: Readonly<Record<string, string>> = {
  no_seats: 'There aren’t enough seats left for your guests. Your RSVP hasn’t changed.',
  rsvp_closed: 'RSVPs for this event are closed. Your RSVP hasn’t changed.',
  event_cancelled: 'This event was just cancelled.',
  event_over: 'This event has ended.',
  event_not_found: 'This event doesn’t exist or is no longer available.',
}

const errorMessage = (error: Error) =>
  (error instanceof ProblemError ? ERRORS[error.code] : undefined) ?? explainProblem(error).message
