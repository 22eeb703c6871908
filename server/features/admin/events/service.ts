import type { AdminEventPage, AdminEventQuery, AdminEventRow, OrganiserChoice } from '#shared/admin-events.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import { ADMIN_EVENT_SORTS } from '#shared/event-rules.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import type { Seats } from '#shared/events.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'
import { isWordless, matching } from '#server/views/words.ts'

import { adminEventRows, adminEventTotal, type EventRow } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  /** How full each is. */
  seatsOf: (events: readonly { id: string }[]) => Promise<Seats[]>
  organisers: (text: string, limit: number) => Promise<OrganiserChoice[]>
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Records that an admin saw a draft of the organiser's. */
  recordDraftView: (admin: Actor, organiserId: string) => Promise<void>
  /** Records that an admin saw members' email addresses. */
  recordListView: (admin: Actor, kind: 'search') => Promise<void>
}

const MAX_CHOICES = 8

/** Every event, drafts and hidden ones included. That an admin saw the drafts of others is audited. */
export function createAdminEvents(deps: Deps) {
  const { store, clock, seatsOf, organisers, namesOf, recordDraftView, recordListView } = deps

  async function recordDraftViews(admin: Actor, found: readonly EventRow[]) {
    const drafts = found.filter(({ status, isHost }) => status === 'draft' && !isHost)
    const others = new Set(drafts.map(({ organiser }) => organiser))
    await Promise.all([...others].map((id) => recordDraftView(admin, id)))
  }

  return {
    /** @throws BadCursor */
    async page(actor: Actor, query: AdminEventQuery): Promise<AdminEventPage> {
      const { q = '', sort = ADMIN_EVENT_SORTS[0], cursor, ...filter } = query
      const text = matching(q)
      const list = fingerprint('admin events', text, filter, sort)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, list)
      if (isWordless(q)) return { items: [], total: 0 }
      const views = await store.views()
      const search = { ...filter, text, now: isoInstant(clock()) }
      const rows = adminEventRows(views, search, { adminId: actor.id, sort, after, rows: PAGE_SIZE + 1 })
      const { items: found, next } = pageOf(rows, PAGE_SIZE, list)
      const total = adminEventTotal(views, search)
      const [seats, names] = await Promise.all([
        seatsOf(found),
        namesOf([...new Set(found.map(({ organiser }) => organiser))]),
        recordDraftViews(actor, found),
      ])
      const items = found.map((event, at): AdminEventRow => {
        const { id, version, title, startsAt, endsAt, timeZone, createdAt, status, organiser, capacity } =
          event
        const { going, waiting } = seats[at]!
        return {
          id,
          version,
          title,
          startsAt,
          endsAt,
          allDay: event.allDay === 1,
          timeZone,
          createdAt,
          status,
          hidden: event.hidden === 1,
          organiser: {
            id: organiser,
            displayName: names.get(organiser) ?? FORMER_MEMBER,
            active: event.isOrganiserActive === 1,
          },
          organised: event.organised === 1,
          ...(capacity !== null && { capacity }),
          going,
          waiting,
        }
      })
      return { items, total, ...(next && { next }) }
    },

    /** Up to 8 active members with the role, by name. */
    async organisers(actor: Actor, text: string): Promise<OrganiserChoice[]> {
      await recordListView(actor, 'search')
      return organisers(text, MAX_CHOICES)
    },
  }
}

export type AdminEvents = ReturnType<typeof createAdminEvents>
