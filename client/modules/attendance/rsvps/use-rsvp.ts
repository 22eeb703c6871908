import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

import type { EventDetails } from '#shared/events/schema.ts'
import type { AnswerEdit } from '#shared/events/questions.ts'
import type { RsvpEdit } from '#shared/events/rsvps.ts'
import { eventDetails, invalidateEvents } from '#client/modules/events/events/queries.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { ProblemError } from '#client/lib/request-errors.ts'
import { explainProblem } from '#client/lib/explain-problem.ts'

import { explainRefusal, isRefusal, showOutcome } from './answer/commands.ts'
import { unsentLabel } from './answer/RsvpButtons.tsx'
import { unsentRsvpsOf } from './unsent/unsent-rsvps.ts'

type LabelledRsvp = RsvpEdit & { label: string }

interface Listeners {
  /** Called when the event does not allow an RSVP; not when sending it may succeed later. */
  onRefused?: () => void
  /** Called when the member has got a seat, or a place on the waitlist. */
  onPlaced?: () => void
}

/** A double click sends one RSVP. Without a connection it is kept on this device, and sent later. */
export function useRsvp(event: EventDetails, { onRefused, onPlaced }: Listeners = {}) {
  const cache = useQueryClient()
  const auth = useAuth()
  const unsent = unsentRsvpsOf(cache, auth.state === 'signed-in' ? auth.user.uid : '')
  useEffect(() => unsent.followTabs(), [unsent])
  const waiting = useSyncExternalStore(unsent.all.subscribe, unsent.all.get)
  const { queryKey } = eventDetails(event.id)
  const mutationKey = ['rsvp', event.id]
  const restore = (before: EventDetails | undefined) => {
    if (before) cache.setQueryData(queryKey, before)
  }

  // The label is from before the RSVP, which may be shown before it is sent.
  const labelled = (edit: RsvpEdit): LabelledRsvp => ({
    ...edit,
    choiceId: crypto.randomUUID(),
    knownChoices: [event.mine?.choiceId ?? ''],
    label: unsentLabel(event, edit.state),
  })

  const mutation = useMutation({
    mutationKey,
    mutationFn: (edit: LabelledRsvp) => unsent.respond({ eventId: event.id, title: event.title, ...edit }),
    // Only declining is optimistic: it always succeeds, while only the server assigns seats.
    onMutate: async ({ state }) => {
      const from = event.mine?.state
      if (state !== 'declined') return { from }
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueryData(queryKey)
      showOutcome(cache, event.id, { mine: { state, guests: 0 }, seats: event.seats })
      return { from, before }
    },
    onSuccess(outcome, _edit, { from, before }) {
      if (!outcome) return restore(before)
      showOutcome(cache, event.id, outcome)
      const state = outcome.mine?.state
      if (state !== from && (state === 'going' || state === 'waitlisted')) onPlaced?.()
    },
    onError: (failure, _edit, result) => {
      restore(result?.before)
      if (failure instanceof ProblemError && isRefusal(failure)) onRefused?.()
    },
    // Awaited, so that the page has the results of the RSVP, such as the join link, when the buttons are
    // enabled again.
    onSettled: () => invalidateEvents(cache),
  })

  const { error } = mutation
  return {
    respond: (state: RsvpEdit['state'], guests = 0, note?: string) => {
      // State is one render late: the second click of a double click would find nothing pending.
      if (cache.isMutating({ mutationKey }) === 0) mutation.mutate(labelled({ state, guests, note }))
    },
    /** Sends an RSVP of going with answers to the event's questions. Rejects when the RSVP is refused. */
    goWith: async (guests: number, answers: AnswerEdit[], note?: string) =>
      void (await mutation.mutateAsync(labelled({ state: 'going', guests, answers, note }))),
    /** The RSVP that is being sent. */
    pending: mutation.isPending ? mutation.variables : undefined,
    /** The RSVP that waits for a connection. */
    unsent: waiting.find(({ eventId, refused }) => eventId === event.id && refused === undefined),
    isVolatile: unsent.isVolatile(),
    discardUnsent: () => unsent.remove(event.id),
    /** Message about the last failure. */
    error: error && errorMessage(error),
  }
}

const errorMessage = (error: Error) =>
  error instanceof ProblemError ? explainRefusal(error) : explainProblem(error).message
