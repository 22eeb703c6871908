import type { ReportedContent } from '#shared/reports.ts'
import type { ReportSource } from '#server/features/reports/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Transaction } from '#server/store/port.ts'

import { type EventDocument, events } from './collection.ts'
import { assertAllowed, isVisible, organiserOf, visibleCoverOf } from './policy.ts'
import type { WritingDeps } from './writing.ts'

type Deps = Pick<WritingDeps, 'store' | 'clock' | 'prepareChange'>

/** Events and their covers, as reports are about them. */
export function createEventModeration({ store, clock, prepareChange }: Deps) {
  const seen = async (viewer: Actor, id: string) =>
    assertAllowed('see', viewer, await store.get(events, id), clock())

  /** Writes the whole document, like any edit, but notifies nobody and leaves calendars' sequence alone. */
  async function change(
    tx: Transaction,
    id: string,
    next: (event: EventDocument) => EventDocument['hidden'] | 'gone',
  ) {
    const event = await tx.get(events, id)
    const hidden = event ? next(event) : 'gone'
    if (!event || hidden === 'gone') return false
    const { hidden: _, ...rest } = event
    const isHidden = hidden && Object.values(hidden).some(Boolean)
    const changed = { version: event.version + 1, changedAt: isoInstant(clock()) }
    const after = { ...rest, ...changed, ...(isHidden && { hidden }) }
    tx.put(events, after)
    if (event.status === 'published' && isVisible(event) !== isVisible(after)) {
      // In the transaction of the report, which knows only here that it is about an event. That is rare.
      const onChange = await prepareChange()
      await onChange(tx, event, after)
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
      return { content: contentOf(event), ...(event.hidden?.event && { hidden: event.hidden.event }) }
    },
    setHidden: (tx, id, hidden) =>
      change(tx, id, (event) => {
        const { event: _, ...rest } = event.hidden ?? {}
        return { ...rest, ...(hidden && { event: hidden }) }
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
      return { content: { texts: [], image }, ...(isHidden && { hidden: hidden?.cover }) }
    },
    setHidden: (tx, id, hidden) =>
      change(tx, id, ({ cover, hidden: before }) => {
        if (!cover && hidden) return 'gone'
        const { cover: _, ...rest } = before ?? {}
        return { ...rest, ...(hidden && { cover: { ...hidden, image: cover } }) }
      }),
  }

  return { whole, covers }
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
  return { texts: texts.filter(({ text }) => text), ...(cover && { image: cover }) }
}
