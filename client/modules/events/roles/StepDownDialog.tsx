import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { invalidateEvents } from '#client/modules/events/events/queries.ts'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import { Problem } from '#client/ui/crash/Problem.tsx'

/** Asks hosts and helpers once whether they want to leave. */
export function StepDownDialog({ event, onClose }: { event: EventDetails; onClose: () => void }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const role = event.role ?? 'host'
  const stepDown = useCommand({
    command: () => request('DELETE /api/events/:eventId/role', { params: { eventId: event.id } }),
    done: m.rolesLeft({ role }),
    showsError: true,
    onSuccess: async () => {
      onClose()
      // The event may no longer be visible.
      if (event.status === 'draft' || event.joinMode === 'invited') await navigate(paths.events)
      await invalidateEvents(cache)
    },
  })
  return (
    <ConfirmDialog
      open
      title={m.rolesLeaveQuestion({ role })}
      confirm={m.rolesLeaveNow({ role })}
      busy={stepDown.isPending && m.rolesLeaving()}
      onClose={onClose}
      onConfirm={() => stepDown.run()}
    >
      <p>{m.rolesLeaveText({ role })}</p>
      <Problem error={stepDown.error} />
    </ConfirmDialog>
  )
}
