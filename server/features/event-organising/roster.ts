import type { RosterPage } from '#shared/event-organising.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import type { Actor } from '#server/lib/actor.ts'
import type { RecordAudit } from '#server/lib/audit.ts'

import type { ManagedEvent } from './managed-event.ts'
import { rosterCsv } from './roster-csv.ts'
import { type CardsOf, type RosterAnswer, type RosterLine, rosterLines } from './roster-entries.ts'
import { inRosterOrder, pageOfRoster, type RosterQuery } from './roster-order.ts'

export interface RosterDeps {
  managed: ManagedEvent
  answers: (eventId: string) => Promise<RosterAnswer[]>
  cardsOf: CardsOf
  /** Of everyone but those who have gone, by id, from memory: at large events there are too many to read. */
  names: () => Promise<ReadonlyMap<string, string>>
  /** Of these members, those whose profile the viewer may open; at most 500. */
  profilesOpenTo: (viewerId: string, memberIds: readonly string[]) => Promise<ReadonlySet<string>>
  audit: RecordAudit
}

export function createRoster({ managed, answers, cardsOf, names, profilesOpenTo, audit }: RosterDeps) {
  async function load(actor: Actor, eventId: string) {
    const event = await managed(actor, eventId)
    return { event, lines: rosterLines(event, await answers(eventId)) }
  }

  return {
    /** Everyone who answered, also who is hidden from the organiser elsewhere: the door is run for everyone. */
    async page(actor: Actor, eventId: string, query: RosterQuery): Promise<RosterPage> {
      const [{ lines }, known] = await Promise.all([load(actor, eventId), names()])
      const page = pageOfRoster(lines, query, (id) => known.get(id) ?? FORMER_MEMBER)
      const ids = page.lines.map(({ member }) => member)
      const [cards, profiles] = await Promise.all([cardsOf(ids), profilesOpenTo(actor.id, ids)])
      const items = page.lines.map(({ member: id, ...line }) => ({
        ...line,
        member: cards(id),
        hasProfile: profiles.has(id),
      }))
      return { items, counts: countsOf(lines), ...(page.next && { next: page.next }) }
    },

    async csv(actor: Actor, eventId: string) {
      const { event, lines } = await load(actor, eventId)
      const cards = await cardsOf(lines.map(({ member }) => member))
      const ordered = inRosterOrder(lines, (id) => cards(id).displayName).map(({ line }) => line)
      const { id, sessionHash } = actor
      await audit({ action: 'event.roster_exported', actor: id, target: eventId, sessionHash })
      return { title: event.title, text: rosterCsv(event, ordered, cards) }
    },
  }
}

function countsOf(lines: readonly RosterLine[]): RosterPage['counts'] {
  const having = (holds: (line: RosterLine) => boolean) => lines.filter(holds)
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

const guestsOf = (lines: readonly RosterLine[]) => lines.reduce((sum, { guests }) => sum + guests, 0)
