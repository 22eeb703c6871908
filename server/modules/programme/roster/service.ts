import { setImmediate as nextTurn } from 'node:timers/promises'

import { batchesOf } from '#shared/lib/batches.ts'
import { EVENT_LIMITS, HAVE_A_PLACE, type RosterFilter, type RsvpState } from '#shared/events/rules.ts'
import type { RosterEntry, RosterPage, Turnout } from '#shared/programme/roster.ts'
import type { EventAccess, EventDocument } from '#server/modules/events/types.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import type { ViewReader } from '#server/views/sql.ts'
import { isWordless, prefixesOf } from '#shared/lib/words.ts'

import { rosterCsv } from './csv.ts'
import { attendance, connectionsSince, partyCounts, rosterEntries, rosterPositions } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  operations: Operations
  eventAccess: EventAccess
}

interface RosterQuery {
  filter?: RosterFilter
  q?: string
  cursor?: string
}

/** Large, because organisers scan through many people at check-in. */
const ENTRIES_PER_PAGE = 100
/** Entries after which other requests get a turn: reading 10,000 takes a while. */
const BATCH = 500

export type RosterService = ReturnType<typeof createRosterService>

export function createRosterService({ store, clock, operations, eventAccess }: Deps) {
  return {
    /**
     * Everyone who RSVP’d, including members who are hidden from the organiser elsewhere: check-in is for everyone.
     * @throws BadCursor
     */
    async page(actor: Actor, eventId: string, { filter, q = '', cursor }: RosterQuery): Promise<RosterPage> {
      const event = await eventAccess.editableEvent(actor, eventId)
      const prefixes = prefixesOf(q)
      const query = fingerprint('roster', eventId, filter, prefixes, isWordless(q))
      const views = await store.views()
      const time = { event: eventId, now: isoInstant(clock()) }
      const { checkedIn, hasNoShows, noShow } = readAttendance(views, event)
      const search = { ...time, filter, prefixes, hasNoShows }
      const { items, next } = pageAt(
        cursor,
        query,
        (range) => (isWordless(q) ? [] : rosterPositions(views, search, range)),
        ENTRIES_PER_PAGE,
      )
      const parties = partyCounts(views, time)
      return {
        items: rosterEntries(views, actor.id, search, idsOf(items)),
        counts: { ...countsOf(parties), checkedIn, noShow },
        partySizes: partySizesOf(parties),
        next,
      }
    },

    /** Counts include members who are hidden from the organiser elsewhere, like the roster. */
    async turnout(actor: Actor, eventId: string): Promise<Turnout> {
      const { startsAt } = await eventAccess.editableEvent(actor, eventId)
      const views = await store.views()
      const { checkedIn, absent } = attendance(views, eventId)
      const usesCheckIn = checkedIn > 0
      return {
        came: usesCheckIn ? checkedIn : absent,
        noShows: usesCheckIn ? absent : undefined,
        newConnections: connectionsSince(views, { event: eventId, usesCheckIn, startsAt }),
      }
    },

    async csv(actor: Actor, eventId: string) {
      const event = await eventAccess.editableEvent(actor, eventId)
      const views = await store.views()
      const { hasNoShows } = readAttendance(views, event)
      const time = { event: eventId, now: isoInstant(clock()), hasNoShows }
      const ids = idsOf(rosterPositions(views, { ...time, filter: undefined, prefixes: [] }))
      const entries: RosterEntry[] = []
      for (const batch of batchesOf(ids, BATCH)) {
        if (entries.length > 0) await nextTurn()
        entries.push(...rosterEntries(views, actor.id, time, batch))
      }
      const { id, sessionHash } = actor
      await operations.audit.record({
        action: 'event.roster_exported',
        actor: id,
        target: eventId,
        sessionHash,
      })
      return { title: event.title, text: rosterCsv(event, entries) }
    },
  }
}

/** There are no-shows once the event is completed, and only if anyone was checked in. */
function readAttendance(views: ViewReader, { id, status }: EventDocument) {
  const { checkedIn, absent } = attendance(views, id)
  const hasNoShows = status === 'completed' && checkedIn > 0
  return { checkedIn, hasNoShows, noShow: hasNoShows ? absent : 0 }
}

const idsOf = (positions: readonly { id: string }[]) => positions.map(({ id }) => id)

type Parties = ReturnType<typeof partyCounts>

function countsOf(parties: Parties): Omit<RosterPage['counts'], 'checkedIn' | 'noShow'> {
  const inState = (wanted: RsvpState) => parties.filter(({ state }) => state === wanted)
  const peopleIn = (state: RsvpState) => inState(state).reduce((sum, { people }) => sum + people, 0)
  const guestsIn = (state: RsvpState) =>
    inState(state).reduce((sum, { guests, people }) => sum + guests * people, 0)
  return {
    going: peopleIn('going'),
    maybe: peopleIn('maybe'),
    waitlisted: peopleIn('waitlisted'),
    offered: peopleIn('offered'),
    requested: peopleIn('requested'),
    declined: peopleIn('declined'),
    guests: guestsIn('going'),
    held: peopleIn('offered') + guestsIn('offered'),
  }
}

const partySizesOf = (parties: Parties) =>
  Array.from({ length: EVENT_LIMITS.guests + 1 }, (_, count) =>
    parties
      .filter(({ guests, state }) => guests === count && HAVE_A_PLACE.has(state))
      .reduce((sum, { people }) => sum + people, 0),
  )
