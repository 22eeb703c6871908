import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Answer, Answered, EventDetails } from '#shared/events.ts'
import { eventDetails, eventsChanged, eventUrl } from '#client/features/events/queries.ts'
import { ProblemError, request } from '#client/lib/request.ts'
import { explainProblem } from '#client/lib/use-form.ts'

/** Says whether one is coming. Two quick presses are one answer, and the same answer twice changes nothing. */
export function useAnswer(event: EventDetails) {
  const cache = useQueryClient()
  const { queryKey } = eventDetails(event.id)
  const mutationKey = ['answer', event.id]
  const show = (answered: Answered) =>
    cache.setQueryData(queryKey, (shown) => shown && { ...shown, ...answered, answered: true })

  const answering = useMutation({
    mutationKey,
    mutationFn: (body: Answer) => request<Answered>(eventUrl(event.id, 'answer'), { method: 'PUT', body }),
    // Whether there is a seat is for the server to say; that someone stays away needs no permission.
    onMutate: async ({ state }) => {
      if (state !== 'declined') return
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueryData(queryKey)
      show({ mine: { state, guests: 0 }, seats: event.seats })
      return before
    },
    onSuccess: show,
    onError: (_error, _answer, before) => before && cache.setQueryData(queryKey, before),
    // Awaited: what the answer brings, such as the link to join, is there when the buttons are free again.
    onSettled: () => eventsChanged(cache),
  })

  return {
    answer: (state: Answer['state'], guests = 0) => {
      // State is one render late: two quick presses would both find nothing under way.
      if (cache.isMutating({ mutationKey }) === 0) answering.mutate({ state, guests })
    },
    /** The answer that is on its way. */
    sending: answering.isPending ? answering.variables : undefined,
    /** Why the last one was refused, in words. */
    refusal: answering.error && refusalMessage(answering.error),
  }
}

/** What the server refused, by its code: what happened, and what holds now. */
const REFUSALS: Readonly<Record<string, string>> = {
  no_seats: 'There are not enough free seats for that many guests. Your answer stays as it was.',
  rsvp_closed: 'Answers have closed, so nobody can newly come. Your answer stays as it was.',
  event_cancelled: 'This event was cancelled a moment ago.',
  event_over: 'This event is over, so there is nothing to answer any more.',
  not_found: 'This event is not here any more.',
}

const refusalMessage = (error: Error) =>
  (error instanceof ProblemError ? REFUSALS[error.code] : undefined) ?? explainProblem(error).message
