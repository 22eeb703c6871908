import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import * as words from '#shared/lib/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { invalidateEvents } from '#client/modules/events/events/queries.ts'
import { explainProblem } from '#client/lib/explain-problem.ts'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

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
    <Dialog
      open
      onClose={onClose}
      title={isHelper ? m.rolesLeaveHelperQuestion() : m.rolesLeaveHostQuestion()}
    >
      <Stack>
        <p>{isHelper ? m.rolesLeaveHelperText() : m.rolesLeaveHostText()}</p>
        {stepDown.error && <Notice tone="danger">{explainProblem(stepDown.error).message}</Notice>}
        <div className={patterns.endActions}>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel()}
          </Button>
          <Button busy={stepDown.isPending && m.rolesLeaving()} onClick={() => stepDown.run()}>
            {isHelper ? m.rolesLeaveHelper() : m.rolesLeaveHost()}
          </Button>
        </div>
      </Stack>
    </Dialog>
  )
}
