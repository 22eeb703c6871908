import { lazy, Suspense } from 'react'

import type { EventEdit } from '#shared/events.ts'
import type { PanelProps } from '#client/features/events/EventPanel.tsx'
import { PanelHeader } from '#client/features/events/EventPanel.tsx'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Notice } from '#client/ui/Notice.tsx'
import { useToast } from '#client/ui/toast.ts'

import { EventForm } from './EventForm.tsx'
import { fieldName, fieldValue } from './field-labels.ts'
import { fixedOf } from './draft/fixed.ts'
import { useEventForm } from './use-event-form.ts'

const ChangedElsewhere = lazy(async () => ({
  default: (await import('#client/lib/edits/ChangedElsewhere.tsx')).ChangedElsewhere<EventEdit>,
}))

export function EditEvent({ event, onClose }: PanelProps) {
  const toast = useToast()
  const fixed = useClock((now) => fixedOf(event, now))
  const editing = useEventForm(event, fixed, () => {
    toast('The event is saved.', { tone: 'success' })
    onClose()
  })
  const { form, restored, discard, overtaken } = editing
  const context = { timeZone: form.values.timeZone, hosts: [...event.hosts, ...form.values.hosts] }
  const startAnew = () => {
    const bringBack = discard()
    if (fixed === 'all') onClose()
    return bringBack
  }
  return (
    <>
      <PanelHeader title="Edit the event" event={event} onClose={onClose} />
      <EventForm form={form} act="Save event" fixed={fixed} span={event}>
        {fixed === 'all' && (
          <Notice tone="warning" title="The event was cancelled, and can no longer be changed.">
            What you typed is still here, to copy from.
          </Notice>
        )}
        {restored.length > 0 && <RestoredNotice fields={restored.map(fieldName)} onDiscard={startAnew} />}
      </EventForm>
      {overtaken && (
        <Suspense>
          <ChangedElsewhere
            what="event"
            overtaken={overtaken}
            fieldName={fieldName}
            fieldValue={(path, value) => fieldValue(path, value, context)}
            onDecide={(edit) => void editing.decide(overtaken, edit)}
            onLater={editing.decideLater}
          />
        </Suspense>
      )}
    </>
  )
}
