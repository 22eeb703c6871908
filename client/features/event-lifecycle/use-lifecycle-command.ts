import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { eventDetails, eventsChanged, eventUrl } from '#client/features/events/queries.ts'
import { request } from '#client/lib/request.ts'
import { useToast } from '#client/ui/toast.ts'

import { COMMAND_LABELS, type LifecycleCommand } from './commands.ts'

/** Each of them done twice succeeds, so that a lost answer does no harm. */
export function useLifecycleCommand(event: EventDetails) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()

  return async (act: LifecycleCommand, reason: string) => {
    if (act === 'delete') {
      await request(eventUrl(event.id), { method: 'DELETE' })
      await navigate(`${paths.events}?list=drafts`)
    } else {
      const body = act === 'cancel' ? { body: { reason } } : {}
      const changed = await request<EventDetails>(eventUrl(event.id, act), { method: 'POST', ...body })
      cache.setQueryData(eventDetails(event.id).queryKey, changed)
    }
    toast(COMMAND_LABELS[act].done, { tone: 'success' })
    await eventsChanged(cache)
  }
}
