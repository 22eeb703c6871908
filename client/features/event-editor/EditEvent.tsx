import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'

import type { EventDetails, EventEdit } from '#shared/events.ts'
import { PanelHeader, type PanelProps } from '#client/features/events/EventPanel.tsx'
import { eventDetails, eventUrl, invalidateEvents } from '#client/features/events/queries.ts'
import { unsavedFields } from '#client/lib/edits/draft-base.ts'
import type { Base } from '#client/lib/edits/saving.ts'
import { RestoredNotice, UnsavedNotice } from '#client/lib/edits/Unsaved.tsx'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { request } from '#client/lib/request.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Notice } from '#client/ui/Notice.tsx'
import { useToast } from '#client/ui/toast.ts'

import { draftOf, editOf, type EventDraft, wholeVenue } from './event-draft.ts'
import { EventForm } from './EventForm.tsx'
import { fieldLabel, valueLabel } from './field-labels.ts'
import {
  errorsOf,
  type LockedFields,
  lockedFields,
  publishedRules,
  readChanges,
  validEdit,
} from './read-event.ts'
import { draftNameOf } from './stored-drafts.ts'

const ChangedElsewhere = lazy(async () => ({
  default: (await import('#client/lib/edits/ChangedElsewhere.tsx')).ChangedElsewhere<EventEdit>,
}))

export function EditEvent({ event, onClose }: PanelProps) {
  const toast = useToast()
  const locked = useClock((now) => lockedFields(event, now))
  const editing = useEventForm(event, locked, () => {
    toast('Changes saved.', { tone: 'success' })
    onClose()
  })
  const { form, restored, discard, overtaken } = editing
  const context = { timeZone: form.values.timeZone, hosts: [...event.hosts, ...form.values.hosts] }
  const discardChanges = () => {
    const undo = discard()
    if (locked === 'all') onClose()
    return undo
  }
  return (
    <>
      <PanelHeader title="Edit event" event={event} onClose={onClose} />
      <EventForm form={form} submitLabel="Save changes" locked={locked} event={event}>
        {locked === 'all' && (
          <Notice tone="warning" title="This event was cancelled and can’t be edited any more.">
            Your unsaved changes are still here, so you can copy them.
          </Notice>
        )}
        {restored.length > 0 && (
          <RestoredNotice fields={restored.map(fieldLabel)} onDiscard={discardChanges} />
        )}
      </EventForm>
      {overtaken && (
        <Suspense>
          <ChangedElsewhere
            what="event"
            overtaken={overtaken}
            fieldName={fieldLabel}
            fieldValue={(path, value) => valueLabel(path, value, context)}
            onDecide={(edit) => void editing.decide(overtaken, edit)}
            onLater={editing.decideLater}
          />
        </Suspense>
      )}
    </>
  )
}

const baseOf = (event: EventDetails): Base<EventEdit> => ({ version: event.version, edit: editOf(event) })

/** Merges with what someone else saved in the meantime, and asks where both changed the same field. */
function useEventForm(event: EventDetails, locked: LockedFields, onSaved: () => void) {
  const cache = useQueryClient()
  const url = eventUrl(event.id)
  const fresh = { ...eventDetails(event.id), staleTime: 0, networkMode: 'always', retry: false } as const
  return useEditForm<EventDraft, EventEdit, EventDetails>({
    draft: draftNameOf(event.id),
    present: baseOf(event),
    valuesOf: (edit, typed) => draftOf(edit, [...event.hosts, ...(typed?.hosts ?? [])]),
    editOf: (draft, before) => validEdit(readChanges(draft, before, locked)),
    check: (draft, before) =>
      errorsOf(readChanges(draft, before, locked, publishedRules(event, before, Date.now()))),
    send: (edit, ifMatch) =>
      request<EventDetails>(url, { method: 'PUT', body: withWholeVenue(edit), ifMatch }),
    reload: async () => baseOf(await cache.fetchQuery(fresh)),
    onSaved: async (saved) => {
      cache.setQueryData(fresh.queryKey, saved)
      await invalidateEvents(cache)
      onSaved()
    },
  })
}

/** If one person removed the venue and another edited it, the merge leaves parts of it, or an empty object. */
function withWholeVenue({ venue, ...edit }: EventEdit): EventEdit {
  const hasVenue = venue && Object.values(venue).some((part) => part !== undefined)
  return { ...edit, ...(hasVenue && { venue: wholeVenue(venue) }) }
}

/** On the event's page. */
export function UnsavedChanges({ event: { id, hosts } }: { event: EventDetails }) {
  const fields = unsavedFields(draftNameOf(id), (edit: EventEdit) => draftOf(edit, hosts))
  return fields.length > 0 && <UnsavedNotice fields={fields.map(fieldLabel)} to="?manage=edit" />
}
