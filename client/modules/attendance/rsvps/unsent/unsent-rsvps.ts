import type { QueryClient } from '@tanstack/react-query'

import type { RsvpOutcome } from '#shared/events/rsvps.ts'
import { eventDetails, invalidateEvents } from '#client/modules/events/events/queries.ts'
import { reachable } from '#client/lib/http.ts'
import { followOtherTabs, unsentPrefix } from '#client/lib/offline-queue/entries.ts'
import { setUnsent } from '#client/lib/offline-queue/has-unsent.ts'
import { onePerCache } from '#client/lib/offline-queue/one-per-cache.ts'
import { deviceStorage } from '#client/lib/storage/storage.ts'
import { explainRefusal, sendRsvp, showOutcome } from '#client/modules/attendance/rsvps/answer/commands.ts'

import { createRsvpQueue, type UnsentRsvp } from './queue.ts'

type SentListener = (rsvp: UnsentRsvp, outcome: RsvpOutcome) => void

/** One person's RSVPs on their way to the server. Without a connection they wait on this device. */
function createUnsentRsvps(cache: QueryClient, uid: string) {
  const prefix = `${unsentPrefix(uid)}rsvp:`
  const listeners = new Set<SentListener>()
  const queue = createRsvpQueue({
    storage: deviceStorage,
    prefix,
    locks: navigator.locks,
    now: Date.now,
    send: ({ eventId, state, guests, answers, choiceId, knownChoices, note }) =>
      sendRsvp(eventId, { state, guests, answers, choiceId, knownChoices, note }, uid),
    explain: explainRefusal,
    onSent(rsvp, outcome) {
      showOutcome(cache, rsvp.eventId, outcome)
      void invalidateEvents(cache)
      for (const listener of listeners) listener(rsvp, outcome)
    },
  })
  queue.all.subscribe(() => {
    setUnsent('rsvp', queue.all.get().length > 0)
    // The event has changed, since the server refused what its page offered.
    for (const { eventId, refused } of queue.all.get())
      if (refused) void cache.invalidateQueries(eventDetails(eventId))
  })

  /** @returns a function that stops it */
  const followTabs = () =>
    followOtherTabs(prefix, ({ isRemoved }) => {
      queue.refresh()
      // Another tab has sent it.
      if (isRemoved) void invalidateEvents(cache)
    })

  return {
    ...queue,
    followTabs,
    /** @returns a function that stops it */
    start(onSent: SentListener) {
      listeners.add(onSent)
      const unsubscribe = reachable.subscribe(() => reachable.get() && queue.flush())
      const unfollow = followTabs()
      queue.start()
      return () => {
        queue.stop()
        unfollow()
        unsubscribe()
        listeners.delete(onSent)
      }
    },
  }
}

export const unsentRsvpsOf = onePerCache(createUnsentRsvps)
