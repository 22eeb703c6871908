import { formerMember } from '#shared/people/messages.ts'
import type { AdminEventPage, AdminEventQuery, AdminEventRow, OrganiserChoice } from '#shared/admin/events.ts'
import { ADMIN_EVENT_SORTS } from '#shared/events/rules.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import { isWordless } from '#shared/lib/words.ts'
import { matching } from '#server/views/words.ts'
import type { ListViewLog } from '#server/modules/admin/members/list-views.ts'
import { organisers } from '#server/modules/admin/members/queries.ts'

import { adminEventRows, adminEventTotal, type EventRow } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  people: People
  events: Events
  attendance: Attendance
  programme: Programme
  listViews: ListViewLog
}

const MAX_CHOICES = 8

/** Every event, including drafts and hidden ones. An admin's view of others' drafts is audited. */
export function createAdminEvents({ store, clock, people, events, attendance, programme, listViews }: Deps) {
  async function recordDraftViews(admin: Actor, found: readonly EventRow[]) {
    const drafts = found.filter(({ status, isHost }) => status === 'draft' && !isHost)
    const others = new Set(drafts.map(({ organiser }) => organiser))
    await Promise.all([...others].map((id) => programme.reader.recordDraftView(admin, id)))
  }

  return {
    /** @throws BadCursor */
    async page(actor: Actor, query: AdminEventQuery): Promise<AdminEventPage> {
      const { q = '', sort = ADMIN_EVENT_SORTS[0], cursor, ...filter } = query
      const text = matching(q)
      const list = fingerprint('adminEvents', text, filter, sort)
      if (isWordless(q)) return { items: [], total: 0 }
      const views = await store.views()
      const search = { ...filter, text, now: isoInstant(clock()) }
      const { items: found, next } = pageAt(cursor, list, (range) =>
        adminEventRows(views, search, { adminId: actor.id, sort, ...range }),
      )
      const total = adminEventTotal(views, search)
      const [seats, names] = await Promise.all([
        attendance.rsvps.reader.seatsOf(found),
        people.members.namesForAdmins([...new Set(found.map(({ organiser }) => organiser))]),
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
            displayName: names.get(organiser) ?? formerMember(),
            active: event.isOrganiserActive === 1,
          },
          organised: event.organised === 1,
          capacity: capacity ?? undefined,
          going,
          waiting,
        }
      })
      return { items, total, next }
    },

    reassign: events.events.reassign,

    /** Up to 8 active members with the role, by name. */
    async organisers(actor: Actor, text: string): Promise<OrganiserChoice[]> {
      await listViews.record(actor, 'search')
      return organisers(await store.views(), text, MAX_CHOICES)
    },
  }
}

export type AdminEvents = ReturnType<typeof createAdminEvents>
