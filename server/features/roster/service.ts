import { EVENT_LIMITS, type RosterFilter, type RsvpState } from '#shared/event-rules.ts'
import type { RosterPage } from '#shared/roster.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { CardLookup } from '#server/lib/card-lookup.ts'
import type { RosterRsvp } from '#server/features/rsvps/types.ts'

import { rosterCsv } from './csv.ts'
import { createRowFormat, inRosterOrder, type RosterEvent } from './entries.ts'
import { createRosters, type RostersDeps } from './read-model.ts'

interface Deps extends RostersDeps {
  audit: RecordAudit
  /** @throws Failure when the actor does not manage the event */
  managedEvent: (actor: Actor, eventId: string) => Promise<RosterEvent>
  /** Every RSVP to the event, in the order they were made. */
  rosterRsvps: (eventId: string) => Promise<RosterRsvp[]>
  lookUpCards: CardLookup
  /** Of these members, those whose profile the viewer may open; at most 500. */
  visibleProfiles: (viewerId: string, memberIds: readonly string[]) => Promise<ReadonlySet<string>>
}

interface RosterQuery {
  filter?: RosterFilter
  q?: string
  cursor?: string
}

/** Large, because organisers scan through many people at check-in. */
const PAGE_SIZE = 100

export type RosterService = ReturnType<typeof createRosterService>

export function createRosterService(deps: Deps) {
  const { audit, managedEvent, rosterRsvps, lookUpCards, visibleProfiles } = deps
  const { clock, trackRoster, memberNames } = deps
  const rosterOf = createRosters({ clock, trackRoster, memberNames })

  return {
    /**
     * Every RSVP to the event, from memory, in the order they were given. Reflects every commit before the call. The same
     * array until one of them changes.
     */
    rsvps: async (eventId: string) => (await rosterOf(eventId)).inOrder(),

    /**
     * Everyone who RSVP’d, including members who are hidden from the organiser elsewhere: check-in is for everyone.
     * @throws BadCursor
     */
    async page(actor: Actor, eventId: string, { filter, q, cursor }: RosterQuery): Promise<RosterPage> {
      const event = await managedEvent(actor, eventId)
      const { rsvps, index, updateNames } = await rosterOf(eventId)
      updateNames()
      const all = [...rsvps.values()]
      const { isNoShow, rowOf } = createRowFormat(event, all)
      const keep = (id: string) => matches(rsvps.get(id)!, filter, isNoShow)
      const list = `roster ${eventId} ${filter ?? ''}`
      const { ids, next } = index.page({ list, text: q, keep, cursor, limit: PAGE_SIZE })
      const counts = countsOf(all, isNoShow)
      const rows = ids.map((id) => rowOf(rsvps.get(id)!))

      const [cardOf, profiles] = await Promise.all([lookUpCards(ids), visibleProfiles(actor.id, ids)])
      const items = rows.map(({ member: id, ...row }) => ({
        ...row,
        member: cardOf(id),
        hasProfile: profiles.has(id),
      }))
      return { items, counts, parties: partiesOf(all), ...(next && { next }) }
    },

    async csv(actor: Actor, eventId: string) {
      const event = await managedEvent(actor, eventId)
      const all = await rosterRsvps(eventId)
      const cardOf = await lookUpCards(all.map(({ member }) => member))
      const { rowOf } = createRowFormat(event, all)
      const rows = inRosterOrder(all, (id) => cardOf(id).displayName).map(rowOf)
      const { id, sessionHash } = actor
      await audit({ action: 'event.roster_exported', actor: id, target: eventId, sessionHash })
      return { title: event.title, text: rosterCsv(event, rows, cardOf) }
    },
  }
}

type Predicate = (rsvp: RosterRsvp) => boolean

function matches(rsvp: RosterRsvp, filter: RosterQuery['filter'], isNoShow: Predicate) {
  if (filter === 'checkedIn') return rsvp.checkedInAt !== undefined
  if (filter === 'noShow') return isNoShow(rsvp)
  return filter === undefined || rsvp.state === filter
}

function countsOf(rsvps: readonly RosterRsvp[], isNoShow: Predicate): RosterPage['counts'] {
  const only = (predicate: Predicate) => rsvps.filter(predicate)
  const going = only(({ state }) => state === 'going')
  const offered = only(({ state }) => state === 'offered')
  return {
    going: going.length,
    maybe: only(({ state }) => state === 'maybe').length,
    waitlisted: only(({ state }) => state === 'waitlisted').length,
    offered: offered.length,
    declined: only(({ state }) => state === 'declined').length,
    checkedIn: only(({ checkedInAt }) => checkedInAt !== undefined).length,
    noShow: only(isNoShow).length,
    guests: guestsOf(going),
    held: offered.length + guestsOf(offered),
  }
}

const HAVE_A_PLACE: ReadonlySet<RsvpState> = new Set(['going', 'offered', 'waitlisted'])

const partiesOf = (rsvps: readonly RosterRsvp[]) =>
  Array.from(
    { length: EVENT_LIMITS.guests + 1 },
    (_, count) => rsvps.filter(({ guests, state }) => guests === count && HAVE_A_PLACE.has(state)).length,
  )

const guestsOf = (rsvps: readonly RosterRsvp[]) => rsvps.reduce((sum, { guests }) => sum + guests, 0)
