import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { EVENT_LIMITS, type SeriesScope } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { eventDetails, invalidateEvents } from '#client/modules/events/events/queries.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ReasonDialog } from '#client/ui/overlays/ReasonDialog.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/lib/toast.ts'

import { isDestructive, type LifecycleCommand } from './commands.ts'

const ScopeChoice = lazyPart(() => import('#client/modules/events/series/parts.ts'), 'ScopeChoice')

interface Props {
  event: EventDetails
  /** Undefined while the dialog is closed. */
  command: LifecycleCommand | undefined
  onClose: () => void
}

export function LifecycleDialog({ command, ...props }: Props) {
  if (command === 'cancel') return <CancellationDialog {...props} />
  return (
    <Dialog
      open={command !== undefined}
      onClose={props.onClose}
      title={command ? m.lifecycleQuestion({ command }) : ''}
    >
      {command && <CommandForm command={command} {...props} />}
    </Dialog>
  )
}

function CancellationDialog({ event, onClose }: Omit<Props, 'command'>) {
  const command = 'cancel'
  const run = useLifecycleCommand(event)
  const [scope, setScope] = useState<SeriesScope>('this')
  const { data: preview } = useQuery({
    queryKey: ['events', 'series', event.id, 'cancellation'],
    queryFn: ({ signal }) =>
      request('POST /api/events/:eventId/series/preview', {
        params: { eventId: event.id },
        body: {},
        signal,
      }),
    enabled: event.seriesId !== undefined,
    throwOnError: false,
  })
  const isSeries = preview !== undefined && preview.dates.length > 1
  return (
    <ReasonDialog
      labels={{
        question: m.lifecycleQuestion({ command }),
        consequence: (
          <>
            <p>{m.lifecycleConsequence({ command })}</p>
            {isSeries && (
              <Suspense>
                <ScopeChoice preview={preview} scope={scope} onChange={setScope} change="cancellation" />
              </Suspense>
            )}
          </>
        ),
        hint: m.lifecycleReasonHint(),
        button: m.lifecycleRun({ command }),
        busy: m.lifecycleRunning({ command }),
        keep: m.lifecycleKeep(),
        tone: 'danger',
      }}
      draft={`cancel:${event.id}`}
      limits={EVENT_LIMITS.reason}
      onClose={onClose}
      onSubmit={async (reason) => {
        await run(command, { reason, scope })
        onClose()
      }}
    />
  )
}

function CommandForm({ event, command, onClose }: Props & { command: Exclude<LifecycleCommand, 'cancel'> }) {
  const run = useLifecycleCommand(event)
  const form = useForm({
    initial: {},
    submit: async () => {
      await run(command)
      onClose()
    },
  })
  // Fields that publishing requires are in the event's own form.
  const missing = Object.values(form.errors)
  return (
    <form {...form.props}>
      <Stack>
        <p>{m.lifecycleConsequence({ command })}</p>
        {form.failure && (
          <Notice tone="danger">
            {missing.length > 0 ? m.lifecycleIncomplete({ problems: missing.join(' ') }) : form.failure}
          </Notice>
        )}
        <div className={patterns.endActions}>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel()}
          </Button>
          {missing.length > 0 ? (
            <LinkButton to="?manage=edit">{m.editorEdit()}</LinkButton>
          ) : (
            <Button
              type="submit"
              variant={isDestructive(command) ? 'danger' : 'primary'}
              busy={form.busy && m.lifecycleRunning({ command })}
            >
              {m.lifecycleRun({ command })}
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

  return async (
    command: LifecycleCommand,
    { reason = '', scope = 'this' }: { reason?: string; scope?: SeriesScope } = {},
  ) => {
    const params = { eventId: event.id }
    if (command === 'delete' || command === 'deleteImported') {
      await request('DELETE /api/events/:eventId', { params })
      await navigate(`${paths.events}?list=${command === 'delete' ? 'drafts' : 'past'}`)
    } else {
      const changed =
        command === 'cancel'
          ? await cancel(event, reason, scope)
          : await request(`POST /api/events/:eventId/${command}`, { params })
      cache.setQueryData(eventDetails(event.id).queryKey, changed)
    }
    toast(m.lifecycleDone({ command }), { tone: 'success' })
    await invalidateEvents(cache)
  }
}

async function cancel({ id: eventId }: EventDetails, reason: string, scope: SeriesScope) {
  const params = { eventId }
  if (scope === 'this') return request('POST /api/events/:eventId/cancel', { params, body: { reason } })
  const body = { scope, reason }
  return (await request('POST /api/events/:eventId/series/cancel', { params, body })).event
}
