/**
 * A part of a screen that other people change while it is open: the lists of one's own meetings, a meeting by its id, or by
 * the id of an event its roster with check-in, its waitlist as those on it see it, its announcements as attendees see them,
 * or the same as those who manage it see them, with how far each has got.
 */
export type LiveView = 'meetings' | `${IdentifiedLiveView}:${string}`
export type IdentifiedLiveView = (typeof IDENTIFIED_LIVE_VIEWS)[number]

export const IDENTIFIED_LIVE_VIEWS = ['announcements', 'deliveries', 'meeting', 'roster', 'waitlist'] as const

/** A stream tells of as many. */
export const MAX_LIVE_VIEWS = 20
