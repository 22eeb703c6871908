import type { AdminEventPage, AdminEventQuery, AdminEventRow, OrganiserChoice } from '#shared/admin-events.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import { ADMIN_EVENT_SORTS } from '#shared/event-rules.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import type { Seats } from '#shared/events.ts'
import type { ManagedEvent } from '#server/features/events/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { SearchIndex } from '#server/search/index.ts'

/** An event in memory. */
type KnownEvent = ManagedEvent &
  Pick<AdminEventRow, 'version' | 'startsAt' | 'endsAt' | 'allDay' | 'timeZone'> & { capacity?: number }

interface Deps {
  clock: Clock
  /** All events, by start, and each by its id. */
  events: () => Promise<{ index: SearchIndex; eventOf: (id: string) => KnownEvent | undefined }>
  organiserOf: (event: KnownEvent) => string
  /** How full each is. */
  seatsOf: (events: readonly KnownEvent[]) => Promise<Seats[]>
  people: () => Promise<{
    /** Whether the member is active and has the role. */
    canOrganise: (id: string) => boolean
    organisers: (text: string, limit: number) => OrganiserChoice[]
  }>
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

const MAX_CHOICES = 8

/** Every event, drafts and hidden ones included, from memory. */
export function createAdminEvents({ clock, events, organiserOf, seatsOf, people, namesOf }: Deps) {
  return {
    /** @throws BadCursor */
    async page(query: AdminEventQuery): Promise<AdminEventPage> {
      const { q, state, time, organiser, organised, sort = ADMIN_EVENT_SORTS[0], cursor } = query
      const [{ index, eventOf }, { canOrganise }] = await Promise.all([events(), people()])
      const isOrganised = (event: KnownEvent) => [organiserOf(event), ...event.hosts].some(canOrganise)
      const now = isoInstant(clock())
      const isWanted = (event: KnownEvent) =>
        (time === undefined || event.endsAt > now === (time === 'coming')) &&
        (organised === undefined || !isOrganised(event))
      const { ids, total, next } = index.countedPage({
        list: `admin.events ${time ?? ''} ${organised ?? ''} ${sort}`,
        text: q,
        facets: { state, organiser },
        direction: sort === 'starts' ? 'asc' : 'desc',
        cursor,
        limit: PAGE_SIZE,
        keep(id) {
          const event = eventOf(id)
          return event !== undefined && isWanted(event)
        },
      })
      const found = ids.map(eventOf).filter((event) => event !== undefined)
      const [seats, names] = await Promise.all([
        seatsOf(found),
        namesOf([...new Set(found.map(organiserOf))]),
      ])
      const items = found.map((event, at): AdminEventRow => {
        const id = organiserOf(event)
        const { going, waiting } = seats[at]!
        return {
          ...event,
          hidden: event.hidden?.event !== undefined,
          organiser: { id, displayName: names.get(id) ?? FORMER_MEMBER, active: canOrganise(id) },
          organised: isOrganised(event),
          going,
          waiting,
        }
      })
      return { items, total, ...(next && { next }) }
    },

    /** Up to 8 active members with the role, by name. */
    organisers: async (text: string): Promise<OrganiserChoice[]> =>
      (await people()).organisers(text, MAX_CHOICES),
  }
}

export type AdminEvents = ReturnType<typeof createAdminEvents>
