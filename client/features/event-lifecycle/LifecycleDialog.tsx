import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { eventDetails, eventUrl, invalidateEvents } from '#client/features/events/queries.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import patterns from '#client/ui/patterns.module.css'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'

import { COMMAND_LABELS, type LifecycleCommand } from './commands.ts'

interface Props {
  event: EventDetails
  /** Undefined while the dialog is closed. */
  command: LifecycleCommand | undefined
  onClose: () => void
}

export function LifecycleDialog({ command, ...props }: Props) {
  return (
    <Dialog
      open={command !== undefined}
      onClose={props.onClose}
      title={command ? COMMAND_LABELS[command].question : ''}
    >
      {command && <CommandForm command={command} {...props} />}
    </Dialog>
  )
}

function CommandForm({ event, command, onClose }: Props & { command: LifecycleCommand }) {
  const { consequence, button, busy, tone = 'primary' } = COMMAND_LABELS[command]
  const run = useLifecycleCommand(event)
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      command === 'cancel' && reason.trim().length < 3
        ? { reason: 'Enter a reason (at least 3 characters).' }
        : {},
    submit: async ({ reason }) => {
      await run(command, reason.trim())
      onClose()
    },
  })
  // Fields that publishing requires are in the event's own form.
  const missing = Object.entries(form.errors).flatMap(([name, error]) => (name === 'reason' ? [] : [error]))
  return (
    <form {...form.props}>
      <Stack>
        <p>{consequence}</p>
        {command === 'cancel' && (
          <TextField
            {...form.field('reason')}
            label="Reason"
            hint="Everyone who can see the event can read it."
            multiline
            rows={3}
            maxLength={EVENT_LIMITS.reason}
          />
        )}
        {form.failure && (
          <Notice tone="danger">
            {missing.length > 0 ? `Complete the event first. ${missing.join(' ')}` : form.failure}
          </Notice>
        )}
        <div className={patterns.endActions}>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          {missing.length > 0 ? (
            <LinkButton to="?manage=edit">Edit event</LinkButton>
          ) : (
            <Button type="submit" variant={tone} busy={form.busy && busy}>
              {button}
            </Button>
          )}
        </div>
      </Stack>
    </form>
  )
}

/** Every command is idempotent, so it can be sent again after a lost response. */
function useLifecycleCommand(event: EventDetails) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()

  return async (command: LifecycleCommand, reason: string) => {
    if (command === 'delete') {
      await request(eventUrl(event.id), { method: 'DELETE' })
      await navigate(`${paths.events}?list=drafts`)
    } else {
      const body = command === 'cancel' ? { body: { reason } } : {}
      const changed = await request<EventDetails>(eventUrl(event.id, command), { method: 'POST', ...body })
      cache.setQueryData(eventDetails(event.id).queryKey, changed)
    }
    toast(COMMAND_LABELS[command].done, { tone: 'success' })
    await invalidateEvents(cache)
  }
}
