import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { PanelHeader, type PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { useToast } from '#client/lib/toast.ts'
import { eventSeries } from '#client/modules/events/series/queries.ts'

import { CopiesForm } from './DuplicateEvent.tsx'

/** Adds copies to the event’s series. */
export function AddDates({ event }: PanelProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const { data: series } = useSuspenseQuery(eventSeries(event.id))
  return (
    <>
      <PanelHeader title={m.seriesAddTitle()} event={event} />
      <CopiesForm
        event={event}
        latest={series.items.at(-1) ?? event}
        route="POST /api/events/:eventId/series/dates"
        onCreated={(ids) => {
          toast(m.seriesAdded({ count: ids.length }), { tone: 'success' })
          void navigate(paths.event(event.id))
        }}
      />
    </>
  )
}
