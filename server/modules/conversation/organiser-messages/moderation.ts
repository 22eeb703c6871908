import type { Announcement } from '#shared/conversation/organiser-messages/schema.ts'
import type { ReportSource } from '#server/modules/people/reportable/types.ts'
import type { Actor } from '#server/modules/actor.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { announcements } from './collection.ts'

interface Deps {
  store: Store
  /** Announcements that the viewer can see. */
  announcementsFor: (viewer: Actor, eventId: string) => Promise<Announcement[]>
}

/** Announcements as subjects of reports. */
export const createAnnouncementModeration = ({ store, announcementsFor }: Deps): ReportSource => ({
  async seenBy(viewer, id) {
    const announcement = await store.get(announcements, id)
    if (!announcement) throw notFound('announcement')
    const seen = await announcementsFor(viewer, announcement.event)
    if (!seen.some((shown) => shown.id === id)) throw notFound('announcement')
    return { owner: announcement.by, content: contentOf(announcement.text) }
  },
  async current(id) {
    const announcement = await store.get(announcements, id)
    if (!announcement) return undefined
    const { text, hidden } = announcement
    return { content: contentOf(text), hidden }
  },
  async setHidden(tx, id, hidden) {
    const announcement = await tx.get(announcements, id)
    if (!announcement) return false
    const { hidden: _, ...rest } = announcement
    tx.put(announcements, { ...rest, hidden })
    return true
  },
})

const contentOf = (text: string) => ({ texts: [{ name: 'text', text }] })
