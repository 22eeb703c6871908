import * as m from '#shared/events/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { can } from '#shared/people/roles.ts'
import { type FigureTable, NOT_BEEN_FOR } from '#shared/programme/desk/rules.ts'
import type { EventFigures } from '#shared/programme/desk/schema.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { writeCsv } from '#server/lib/text/csv.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Store } from '#server/store/port.ts'
import { parseCard } from '#server/views/cards.ts'

import { endedEventFigures, type MonthEnd, notBeenByMonth, notBeenSince } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  operations: Operations
}

const EVENTS_SHOWN = 24
/** The latest events whose people are remembered as guests of the organiser. */
const EVENTS_OF_PEOPLE = 100
const PEOPLE_SHOWN = 50
const PEOPLE_IN_FILE = 10_000
const MONTHS_SHOWN = 12

export type EventFigureService = ReturnType<typeof createEventFigureService>

/** Figures across the events that someone manages: their own, or all of them. */
export function createEventFigureService({ store, clock, operations }: Deps) {
  async function figures(actor: Actor, people: number): Promise<EventFigures> {
    const views = await store.views()
    const now = clock()
    const at = isoInstant(now)
    const ofPeople = { now: at, events: EVENTS_OF_PEOPLE }
    const since = isoInstant(now - NOT_BEEN_FOR)
    const absent = notBeenSince(views, actor, { ...ofPeople, since, rows: people })
    return {
      ofEveryone: can(actor.role, 'manageAllEvents'),
      events: endedEventFigures(views, actor, at, EVENTS_SHOWN).map(({ capacity, checkedIn, ...event }) => ({
        ...event,
        capacity: capacity ?? undefined,
        checkedIn: checkedIn > 0 ? checkedIn : undefined,
      })),
      months: notBeenByMonth(views, actor, { ...ofPeople, months: monthsUntil(now) }),
      notBeen: {
        total: absent[0]?.total ?? 0,
        items: absent.map(({ card, lastAt, title }) => ({
          member: parseCard(card),
          lastAt,
          title,
        })),
      },
    }
  }

  return {
    get: (actor: Actor) => figures(actor, PEOPLE_SHOWN),

    /** The file with names is recorded, like that of a roster. */
    async csv(actor: Actor, table: FigureTable) {
      const found = await figures(actor, table === 'people' ? PEOPLE_IN_FILE : 0)
      if (table === 'people') {
        const { id, sessionHash } = actor
        await operations.audit.record({ action: 'event.absentees_exported', actor: id, sessionHash })
      }
      return TABLES[table](found)
    },
  }
}

/** The ends of the last months in UTC, oldest first; for the current month, now. */
function monthsUntil(now: number): MonthEnd[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC')
  const current = today.toPlainDate().toPlainYearMonth()
  return Array.from({ length: MONTHS_SHOWN }, (_, at) => {
    const month = current.subtract({ months: MONTHS_SHOWN - 1 - at })
    const next = month.add({ months: 1 }).toPlainDate({ day: 1 }).toZonedDateTime('UTC').epochMilliseconds
    const until = Math.min(next, now)
    return {
      month: month.toString(),
      until: isoInstant(until),
      since: isoInstant(until - NOT_BEEN_FOR),
    }
  })
}

const TABLES: Readonly<Record<FigureTable, (figures: EventFigures) => string>> = {
  events: ({ events }) =>
    writeCsv(
      [
        [m.deskColumnEvent(), ({ title }) => title],
        [m.deskColumnDate(), ({ startsAt, timeZone }) => dayIn(startsAt, timeZone)],
        [m.deskColumnCapacity(), ({ capacity }) => capacity],
        [m.seatsTaken(), ({ seats }) => seats],
        [m.going(), ({ going }) => going],
        [m.checkedIn(), ({ checkedIn }) => checkedIn],
        [
          m.deskColumnNoShows(),
          ({ going, checkedIn }) => (checkedIn === undefined ? undefined : going - checkedIn),
        ],
        [m.deskFirstEvent(), ({ newcomers }) => newcomers],
        [m.deskPageViews(), ({ views }) => views],
      ],
      events,
    ),
  months: ({ months }) =>
    writeCsv(
      [
        [m.deskColumnMonth(), ({ month }) => month],
        [m.deskColumnNotBeen({ days: NOT_BEEN_FOR / DAY }), ({ people }) => people],
      ],
      months,
    ),
  people: ({ notBeen }) =>
    writeCsv(
      [
        [m.name(), ({ member }) => member.displayName],
        [m.company(), ({ member }) => member.company],
        [m.deskColumnLastEvent(), ({ title }) => title],
        [m.deskColumnDateUtc(), ({ lastAt }) => lastAt.slice(0, 10)],
      ],
      notBeen.items,
    ),
}

const dayIn = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()
