import { lazy, Suspense } from 'react'

import type { EventEdit } from '#shared/events.ts'
import type { PanelProps } from '#client/features/events/manage.tsx'
import { Button } from '#client/ui/Button.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'

import { EventForm } from './EventForm.tsx'
import { fieldName, fieldValue } from './field-words.ts'
import { useEventForm } from './use-event-form.ts'

const ChangedElsewhere = lazy(async () => ({
  default: (await import('#client/lib/edits/ChangedElsewhere.tsx')).ChangedElsewhere<EventEdit>,
}))

export function EditEvent({ event, onClose }: PanelProps) {
  const { form, overtaken, decide, decideLater } = useEventForm(event, onClose)
  return (
    <>
      <PageHeader
        title="Edit the event"
        lead={event.title}
        actions={
          <Button variant="secondary" onClick={onClose}>
            Back to the event
          </Button>
        }
      />
      <EventForm form={form} act="Save event" />
      {overtaken && (
        <Suspense>
          <ChangedElsewhere
            what="event"
            overtaken={overtaken}
            fieldName={fieldName}
            fieldValue={fieldValue}
            onDecide={(edit) => void decide(overtaken, edit)}
            onLater={decideLater}
          />
        </Suspense>
      )}
    </>
  )
}
