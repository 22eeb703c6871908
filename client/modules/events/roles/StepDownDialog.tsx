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
  const isHelper = event.role === 'helper'
  const stepDown = useCommand({
    command: () => request('DELETE /api/events/:eventId/role', { params: { eventId: event.id } }),
    done: isHelper ? m.rolesLeftHelper() : m.rolesLeftHost(),
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
      title={isHelper ? m.rolesLeaveHelperQuestion() : m.rolesLeaveHostQuestion()}
      confirm={isHelper ? m.rolesLeaveHelper() : m.rolesLeaveHost()}
      busy={stepDown.isPending && m.rolesLeaving()}
      onClose={onClose}
      onConfirm={() => stepDown.run()}
    >
      <p>{isHelper ? m.rolesLeaveHelperText() : m.rolesLeaveHostText()}</p>
      <Problem error={stepDown.error} />
    </ConfirmDialog>
  )
}
