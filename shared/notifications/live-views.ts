/**
 * A part of a screen that other people change while it is open: the lists of one's own meetings, a meeting by its
 * id, or by the id of an event its roster with check-in, its waitlist as seen from it, its announcements as
 * attendees see them, or the same with their progress for people who manage it.
 */
export type LiveView = 'meetings' | `${IdentifiedLiveView}:${string}`
export type IdentifiedLiveView = (typeof IDENTIFIED_LIVE_VIEWS)[number]

export const IDENTIFIED_LIVE_VIEWS = ['announcements', 'deliveries', 'meeting', 'roster', 'waitlist'] as const

/** Maximum views of one stream. */
export const MAX_LIVE_VIEWS = 20
