import type { ReportedContent } from '#shared/people/reportable.ts'
import type { ReportSource } from '#server/modules/people/reportable/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import type { EventAccess } from './access.ts'
import type { EventWriter } from './writing.ts'
import { type EventDocument, events, type WhenAndWhere } from './collection.ts'
import { organiserOf } from './rights.ts'
import { isVisible, visibleCoverOf } from './rules.ts'

interface Deps {
  store: Store
  clock: Clock
  eventAccess: EventAccess
  writer: EventWriter
}

/** Events and their covers as subjects of reports. */
export function createEventModeration({ store, clock, eventAccess, writer }: Deps) {
  const { seen } = eventAccess

  /**
   * Writes the whole document, like any edit, without a change of the calendar sequence. Attendees are not notified of
   * changes of a hidden event: a new time or place and a cancellation are announced once it is shown again.
   */
  async function change(
    tx: Transaction,
    id: string,
    next: (event: EventDocument) => EventDocument['hidden'] | 'gone',
  ) {
    const event = await tx.get(events, id)
    const hidden = event ? next(event) : 'gone'
    if (!event || hidden === 'gone') return false
    const { hidden: _, knownDates, ...rest } = event
    const isHidden = hidden && Object.values(hidden).some(Boolean)
    const changed = { version: event.version + 1, changedAt: isoInstant(clock()) }
    const after: EventDocument = { ...rest, ...changed, ...(isHidden && { hidden }) }
    const known = event.status === 'published' && isVisible.of(event) ? whenAndWhereOf(event) : knownDates
    tx.put(events, { ...after, ...(hidden?.event && known && { knownDates: known }) })
    if (knownDates && isVisible.of(after) && Date.parse(after.endsAt) > clock())
      writer.shownAgain(tx, { before: asKnown(after, knownDates), after })
    if (event.status === 'published' && isVisible.of(event) !== isVisible.of(after)) {
      await writer.visibilityChanged(tx, event, after)
    }
    return true
  }

  const whole: ReportSource = {
    async seenBy(viewer, id) {
      const event = await seen(viewer, id)
      const content = contentOf({ ...event, cover: visibleCoverOf(event) })
      return { owner: organiserOf(event), others: event.hosts, content }
    },
    async current(id) {
      const event = await store.get(events, id)
      if (!event) return undefined
      return { content: contentOf(event), hidden: event.hidden?.event }
    },
    setHidden: (tx, id, hidden) =>
      change(tx, id, (event) => {
        const { event: _, ...rest } = event.hidden ?? {}
        return { ...rest, event: hidden }
      }),
  }

  const covers: ReportSource = {
    async seenBy(viewer, id) {
      const event = await seen(viewer, id)
      const image = visibleCoverOf(event)
      if (!image) throw notFound('image')
      return { owner: organiserOf(event), others: event.hosts, content: { texts: [], image } }
    },
    async current(id) {
      const event = await store.get(events, id)
      if (!event?.cover) return undefined
      const { cover: image, hidden } = event
      const isHidden = hidden?.cover?.image === image
      return { content: { texts: [], image }, hidden: isHidden ? hidden?.cover : undefined }
    },
    setHidden: (tx, id, hidden) =>
      change(tx, id, ({ cover, hidden: before }) => {
        if (!cover && hidden) return 'gone'
        const { cover: _, ...rest } = before ?? {}
        return { ...rest, cover: hidden && { ...hidden, image: cover } }
      }),
  }

  return { whole, covers }
}

const whenAndWhereOf = ({
  startsAt,
  endsAt,
  timeZone,
  venue,
  format,
  joinUrl,
}: EventDocument): WhenAndWhere => ({
  startsAt,
  endsAt,
  timeZone,
  format,
  ...(venue && { venue }),
  ...(joinUrl && { joinUrl }),
})

function asKnown(event: EventDocument, known: WhenAndWhere): EventDocument {
  const { venue: _, joinUrl: __, ...rest } = event
  return { ...rest, ...known, status: 'published' }
}

function contentOf({
  title,
  summary,
  description,
  venue,
  tags,
  reason,
  cover,
}: EventDocument): ReportedContent {
  const texts = [
    { name: 'title', text: title },
    { name: 'summary', text: summary },
    { name: 'description', text: description },
    { name: 'venue', text: venue?.name ?? '' },
    { name: 'tags', text: tags.join(', ') },
    { name: 'cancellation', text: reason ?? '' },
  ]
  return { texts: texts.filter(({ text }) => text), image: cover || undefined }
}
