import type { RosterPage } from '#shared/event-organising.ts'
import { type RosterFilter, RSVP_STATES } from '#shared/event-rules.ts'
import type { Actor } from '#server/lib/actor.ts'
import type { RecordAudit } from '#server/lib/audit.ts'
import { createSearchIndex } from '#server/search/index.ts'
import { fold } from '#server/search/words.ts'

import type { ManagedEvent } from './managed-event.ts'
import { type CardsOf, type RosterAnswer, rosterEntries, type RosterLine } from './roster-entries.ts'
import { rosterCsv } from './roster-csv.ts'

export interface RosterDeps {
  managed: ManagedEvent
  answers: (eventId: string) => Promise<RosterAnswer[]>
  cardsOf: CardsOf
  /** Of these members, those whose profile the viewer may open; at most 500. */
  profilesOpenTo: (viewerId: string, memberIds: readonly string[]) => Promise<ReadonlySet<string>>
  audit: RecordAudit
}

export interface RosterQuery {
  filter?: RosterFilter
  q?: string
  cursor?: string
}

/** Those who run a door look through many at once. */
const PAGE = 100

export function createRoster({ managed, answers, cardsOf, profilesOpenTo, audit }: RosterDeps) {
  async function load(actor: Actor, eventId: string) {
    const event = await managed(actor, eventId)
    const given = await answers(eventId)
    const cards = await cardsOf(given.map(({ member }) => member))
    return { event, entries: rosterEntries(event, given, cards) }
  }

  return {
    /** Everyone who answered, also who is hidden from the organiser elsewhere: the door is run for everyone. */
    async page(actor: Actor, eventId: string, { filter, q, cursor }: RosterQuery): Promise<RosterPage> {
      const { entries } = await load(actor, eventId)
      const byMember = new Map(entries.map((entry) => [entry.member.id, entry]))
      const index = createSearchIndex()
      for (const entry of entries) index.put(indexed(entry))
      const { ids, next } = index.page({ text: q, facets: { is: filter }, cursor, limit: PAGE })
      const profiles = await profilesOpenTo(actor.id, ids)
      return {
        items: ids.map((id) => ({ ...byMember.get(id)!, hasProfile: profiles.has(id) })),
        counts: countsOf(entries),
        ...(next && { next }),
      }
    },

    async csv(actor: Actor, eventId: string) {
      const { event, entries } = await load(actor, eventId)
      const inOrder = entries.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
      const { id, sessionHash } = actor
      await audit({ action: 'event.roster_exported', actor: id, target: eventId, sessionHash })
      return { title: event.title, text: rosterCsv(event, inOrder) }
    },
  }
}

const indexed = (entry: RosterLine) => ({
  id: entry.member.id,
  key: sortKey(entry),
  words: [entry.member.displayName],
  facets: {
    is: [entry.state, ...(entry.checkedInAt ? ['checkedIn'] : []), ...(entry.noShow ? ['noShow'] : [])],
  },
})

/** By answer, the waitlist in its order, everyone else by name. */
const sortKey = ({ state, position = 0, member }: RosterLine) =>
  `${RSVP_STATES.indexOf(state)}${String(position).padStart(6, '0')}${fold(member.displayName)}`

function countsOf(entries: readonly RosterLine[]): RosterPage['counts'] {
  const having = (holds: (entry: RosterLine) => boolean) => entries.filter(holds)
  const going = having(({ state }) => state === 'going')
  const offered = having(({ state }) => state === 'offered')
  return {
    going: going.length,
    maybe: having(({ state }) => state === 'maybe').length,
    waitlisted: having(({ state }) => state === 'waitlisted').length,
    offered: offered.length,
    declined: having(({ state }) => state === 'declined').length,
    checkedIn: having(({ checkedInAt }) => checkedInAt !== undefined).length,
    noShow: having(({ noShow }) => noShow).length,
    guests: guestsOf(going),
    held: offered.length + guestsOf(offered),
  }
}

const guestsOf = (entries: readonly RosterLine[]) => entries.reduce((sum, { guests }) => sum + guests, 0)
