import type { AdminEventPage, AdminEventQuery, AdminEventRow, OrganiserChoice } from '#shared/admin-events.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import { ADMIN_EVENT_SORTS, type AdminEventSort } from '#shared/event-rules.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import type { Seats } from '#shared/events.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { ManagedEvent } from '#server/features/events/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { fingerprint } from '#server/views/cursor.ts'
import type { SearchIndex } from '#server/search/index.ts'
import { keysetPage } from '#server/search/keyset-page.ts'
import { fold } from '#server/views/words.ts'

/** An event in memory. */
type KnownEvent = ManagedEvent &
  Pick<AdminEventRow, 'version' | 'startsAt' | 'endsAt' | 'allDay' | 'timeZone' | 'createdAt'> & {
    capacity?: number
  }

interface Deps {
  clock: Clock
  /** All events for searches, and each by its id. */
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
  /** Records that an admin saw a draft of the organiser's. */
  recordDraftView: (admin: Actor, organiserId: string) => Promise<void>
  /** Records that an admin saw members' email addresses. */
  recordListView: (admin: Actor, kind: 'search') => Promise<void>
}

const MAX_CHOICES = 8

/** What each sort goes by. Not by RSVPs: those to events without a limit are counted when they are shown (decision 051). */
const KEYS: Readonly<Record<Exclude<AdminEventSort, `-${string}`>, (event: KnownEvent) => string>> = {
  starts: ({ startsAt }) => startsAt,
  created: ({ createdAt }) => createdAt,
  title: ({ title }) => fold(title),
}

/** Every event, drafts and hidden ones included, from memory. That an admin saw the drafts of others is audited. */
export function createAdminEvents(deps: Deps) {
  const { clock, events, organiserOf, seatsOf, people, namesOf, recordDraftView, recordListView } = deps

  async function recordDraftViews(admin: Actor, found: readonly KnownEvent[]) {
    const drafts = found.filter(({ status, hosts }) => status === 'draft' && !hosts.includes(admin.id))
    await Promise.all([...new Set(drafts.map(organiserOf))].map((id) => recordDraftView(admin, id)))
  }

  return {
    /** Of those of the ids that are events', by id. */
    async titlesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const { eventOf } = await events()
      const titles = new Map<string, string>()
      for (const id of ids) {
        const event = eventOf(id)
        if (event) titles.set(id, event.title)
      }
      return titles
    },

    /** @throws BadCursor */
    async page(actor: Actor, query: AdminEventQuery): Promise<AdminEventPage> {
      const { q, state, time, organiser, organised, sort = ADMIN_EVENT_SORTS[0], cursor } = query
      const [{ index, eventOf }, { canOrganise }] = await Promise.all([events(), people()])
      const isOrganised = (event: KnownEvent) => [organiserOf(event), ...event.hosts].some(canOrganise)
      const now = isoInstant(clock())
      const isWanted = (event: KnownEvent | undefined): event is KnownEvent =>
        event !== undefined &&
        (time === undefined || event.endsAt > now === (time === 'coming')) &&
        (organised === undefined || !isOrganised(event))
      const facets = { state, organiser }
      const ids = index.page({ text: q, facets, limit: Infinity }).ids
      const {
        rows: found,
        total,
        next,
      } = keysetPage(ids.map(eventOf).filter(isWanted), {
        keyOf: KEYS[sort.replace('-', '') as keyof typeof KEYS],
        descending: sort.startsWith('-'),
        query: fingerprint('admin events', { q, time, organised, ...facets }, sort),
        cursor,
        limit: PAGE_SIZE,
      })
      const [seats, names] = await Promise.all([
        seatsOf(found),
        namesOf([...new Set(found.map(organiserOf))]),
        recordDraftViews(actor, found),
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
    async organisers(actor: Actor, text: string): Promise<OrganiserChoice[]> {
      await recordListView(actor, 'search')
      return (await people()).organisers(text, MAX_CHOICES)
    },
  }
}

export type AdminEvents = ReturnType<typeof createAdminEvents>
