import type { RosterPage } from '#shared/event-organising.ts'
import type { RosterFilter } from '#shared/event-rules.ts'
import type { Actor } from '#server/lib/actor.ts'
import type { RecordAudit } from '#server/lib/audit.ts'
import type { RosterAnswer } from '#server/lib/roster-answer.ts'

import type { ManagedEvent } from './managed-event.ts'
import { rosterCsv } from './roster-csv.ts'
import { type CardsOf, inRosterOrder, readAmong } from './roster-entries.ts'
import { createRosters, type RostersDeps } from './rosters.ts'

export interface RosterDeps extends RostersDeps {
  managed: ManagedEvent
  answers: (eventId: string) => Promise<RosterAnswer[]>
  cardsOf: CardsOf
  /** Of these members, those whose profile the viewer may open; at most 500. */
  profilesOpenTo: (viewerId: string, memberIds: readonly string[]) => Promise<ReadonlySet<string>>
  audit: RecordAudit
}

interface RosterQuery {
  filter?: RosterFilter
  q?: string
  cursor?: string
}

/** Those who run a door look through many at once. */
const PAGE = 100

export function createRoster({ managed, answers, cardsOf, profilesOpenTo, audit, ...deps }: RosterDeps) {
  const rosterOf = createRosters(deps)

  return {
    /**
     * Everyone who answered, also who is hidden from the organiser elsewhere: the door is run for everyone.
     * @throws BadCursor
     */
    async page(actor: Actor, eventId: string, { filter, q, cursor }: RosterQuery): Promise<RosterPage> {
      const event = await managed(actor, eventId)
      const { answers: byMember, index } = await rosterOf(eventId)
      const all = [...byMember.values()]
      const { isNoShow, lineOf } = readAmong(event, all)
      const keep = (id: string) => isKept(byMember.get(id)!, filter, isNoShow)
      const { ids, next } = index.page({ text: q, keep, cursor, limit: PAGE })
      const counts = countsOf(all, isNoShow)
      const lines = ids.map((id) => lineOf(byMember.get(id)!))

      const [cards, profiles] = await Promise.all([cardsOf(ids), profilesOpenTo(actor.id, ids)])
      const items = lines.map(({ member: id, ...line }) => ({
        ...line,
        member: cards(id),
        hasProfile: profiles.has(id),
      }))
      return { items, counts, ...(next && { next }) }
    },

    async csv(actor: Actor, eventId: string) {
      const event = await managed(actor, eventId)
      const all = await answers(eventId)
      const cards = await cardsOf(all.map(({ member }) => member))
      const { lineOf } = readAmong(event, all)
      const lines = inRosterOrder(all, (id) => cards(id).displayName).map(lineOf)
      const { id, sessionHash } = actor
      await audit({ action: 'event.roster_exported', actor: id, target: eventId, sessionHash })
      return { title: event.title, text: rosterCsv(event, lines, cards) }
    },
  }
}

type Holds = (answer: RosterAnswer) => boolean

function isKept(answer: RosterAnswer, filter: RosterQuery['filter'], isNoShow: Holds) {
  if (filter === 'checkedIn') return answer.checkedInAt !== undefined
  if (filter === 'noShow') return isNoShow(answer)
  return filter === undefined || answer.state === filter
}

function countsOf(answers: readonly RosterAnswer[], isNoShow: Holds): RosterPage['counts'] {
  const having = (holds: Holds) => answers.filter(holds)
  const going = having(({ state }) => state === 'going')
  const offered = having(({ state }) => state === 'offered')
  return {
    going: going.length,
    maybe: having(({ state }) => state === 'maybe').length,
    waitlisted: having(({ state }) => state === 'waitlisted').length,
    offered: offered.length,
    declined: having(({ state }) => state === 'declined').length,
    checkedIn: having(({ checkedInAt }) => checkedInAt !== undefined).length,
    noShow: having(isNoShow).length,
    guests: guestsOf(going),
    held: offered.length + guestsOf(offered),
  }
}

const guestsOf = (answers: readonly RosterAnswer[]) => answers.reduce((sum, { guests }) => sum + guests, 0)
