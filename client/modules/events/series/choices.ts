import * as m from '#shared/events/messages.ts'
import type { EventDetails, EventListItem } from '#shared/events/schema.ts'
import type { Series, SeriesPreview, SeriesRsvpResults } from '#shared/events/series.ts'
import { rsvpLabel } from '#client/modules/events/events/labels.ts'

/** Events of the series that have not started and take place. */
export const upcomingIn = ({ items }: Pick<Series, 'items'>, now: number) =>
  items.filter(({ status, startsAt }) => status === 'published' && Date.parse(startsAt) > now)

/**
 * Number of events to which an RSVP to all upcoming ones would go; 0 if there are none beside the event shown. The
 * server decides.
 */
export function countOpen(series: Series, shown: Pick<EventDetails, 'id' | 'mine'>, now: number) {
  const others = upcomingIn(series, now).filter(
    ({ id, mine }) => id !== shown.id && mine === undefined,
  ).length
  const isShownOpen = (shown.mine?.state ?? 'declined') === 'declined'
  return others === 0 ? 0 : others + Number(isShownOpen)
}

/** The outcome for one event, as its member reads it. */
export function resultLabel({ result, state }: SeriesRsvpResults['items'][number]) {
  if (result !== 'answered' && result !== 'kept') return m.seriesResult({ result })
  const label = state ? rsvpLabel({ state, guests: 0 }).label : ''
  return result === 'kept' ? m.seriesAsBefore({ answer: label }) : label
}

/** The status of an event in the list of dates; undefined without anything to say. */
export function dateLabel({ status, mine, seats }: EventListItem) {
  if (status === 'cancelled') return { label: m.cancelled(), tone: 'danger' } as const
  if (status === 'draft') return { label: m.draft(), tone: 'neutral' } as const
  if (mine) return rsvpLabel(mine)
  return seats.left === 0 ? ({ label: m.full(), tone: 'neutral' } as const) : undefined
}

type Effect = SeriesPreview['scopes']['all']

/** A change of several events of a series at once. */
export type SeriesChange = 'edit' | 'cancellation'

/** `7 events change. 34 people get one message.` */
export const effectLabel = (effect: Effect, change: SeriesChange) => m.seriesEffect({ ...effect, change })
