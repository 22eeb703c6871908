import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ComponentType, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { SeriesScope } from '#shared/events/rules.ts'
import type { EventDetails, EventEdit } from '#shared/events/schema.ts'
import { ConflictDialog } from '#client/lib/edits/ConflictDialog.tsx'
import { PanelHeader, type PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { eventDetails, invalidateEvents } from '#client/modules/events/events/queries.ts'
import { ScopeDialog } from '#client/modules/events/series/ScopeChoice.tsx'
import { unsavedFields } from '#client/lib/edits/draft-base.ts'
import type { Base } from '#client/lib/edits/saving.ts'
import { RestoredNotice, UnsavedNotice } from '#client/lib/edits/Unsaved.tsx'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { ExplainedError } from '#client/lib/request-errors.ts'
import { request } from '#client/lib/request.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Notice } from '#client/ui/Notice.tsx'
import { useToast } from '#client/lib/toast.ts'

import { draftOf, editOf, type EventDraft, teamOf, wholeVenue } from './fields/event-draft.ts'
import { EventForm } from './EventForm.tsx'
import type { GuestsOverLimitProps } from './fields/AttendanceFields.tsx'
import { eventFieldLabel, valueLabel } from './field-labels.ts'
import {
  errorsOf,
  type LockedFields,
  lockedFields,
  publishedRules,
  readChanges,
  validEdit,
} from './read-event.ts'
import { draftNameOf } from './stored-drafts.ts'

interface Props extends PanelProps {
  GuestsOverLimit: ComponentType<GuestsOverLimitProps>
}

export function EditEvent({ event, onClose, GuestsOverLimit }: Props) {
  const toast = useToast()
  const locked = useClock((now) => lockedFields(event, now))
  const scope = useScope()
  const editing = useEventForm(event, { locked, chooseScope: scope.choose }, () => {
    toast(m.editorSaved(), { tone: 'success' })
    onClose()
  })
  const { form, restored, discard } = editing
  const context = { timeZone: form.values.timeZone, hosts: [...teamOf(event), ...teamOf(form.values)] }
  const discardChanges = () => {
    const undo = discard()
    if (locked === 'all') onClose()
    return undo
  }
  return (
    <>
      <PanelHeader title={m.editorEdit()} event={event} />
      <EventForm
        form={form}
        submitLabel={m.editorSave()}
        locked={locked}
        event={event}
        GuestsOverLimit={GuestsOverLimit}
      >
        {locked === 'all' && (
          <Notice tone="warning" title={m.editorCancelled()}>
            {m.editorCancelledText()}
          </Notice>
        )}
        {restored.length > 0 && (
          <RestoredNotice fields={restored.map(eventFieldLabel)} onDiscard={discardChanges} />
        )}
      </EventForm>
      <ConflictDialog
        editing={editing}
        what="event"
        fieldName={eventFieldLabel}
        fieldValue={(path, value) => valueLabel(path, value, context)}
      />
      {scope.asked && <ScopeDialog {...scope.asked} />}
    </>
  )
}

const baseOf = (event: EventDetails): Base<EventEdit> => ({ version: event.version, edit: editOf(event) })

/** Merges with changes that someone else saved in the meantime, and asks if both changed the same field. */
function useEventForm(
  event: EventDetails,
  { locked, chooseScope }: { locked: LockedFields; chooseScope: ChooseScope },
  onSaved: () => void,
) {
  const cache = useQueryClient()
  const fresh = { ...eventDetails(event.id), staleTime: 0, networkMode: 'always', retry: false } as const
  return useEditForm<EventDraft, EventEdit, EventDetails>({
    draft: draftNameOf(event.id),
    present: baseOf(event),
    valuesOf: (edit, typed) => draftOf(edit, [...teamOf(event), ...(typed ? teamOf(typed) : [])]),
    editOf: (draft, before) => validEdit(readChanges(draft, before, locked)),
    check: (draft, before) =>
      errorsOf(readChanges(draft, before, locked, publishedRules(event, before, Date.now()))),
    send: async (sent, ifMatch) => {
      const [params, edit] = [{ eventId: event.id }, withWholeVenue(sent)]
      const scope = await chooseScope(event, edit)
      if (scope === 'this') return request('PUT /api/events/:eventId', { params, body: edit, ifMatch })
      const body = { scope, edit }
      return (await request('PUT /api/events/:eventId/series', { params, body, ifMatch })).event
    },
    reload: async () => baseOf(await cache.fetchQuery(fresh)),
    onSaved: async (saved) => {
      cache.setQueryData(fresh.queryKey, saved)
      await invalidateEvents(cache)
      onSaved()
    },
  })
}

type ChooseScope = (event: EventDetails, edit: EventEdit) => Promise<SeriesScope>

/** Asks which events of its series an edit is for, if there are others. */
function useScope() {
  const [asked, setAsked] = useState<ComponentProps<typeof ScopeDialog>>()
  const choose: ChooseScope = async (event, edit) => {
    const { id, seriesId, status } = event
    if (
      !canOnEvent(event, 'manage') ||
      seriesId === undefined ||
      (status !== 'draft' && status !== 'published')
    )
      return 'this'
    const params = { eventId: id }
    const preview = await request('POST /api/events/:eventId/series/preview', { params, body: { edit } })
    if (preview.dates.length < 2) return 'this'
    const { promise, resolve, reject } = Promise.withResolvers<SeriesScope>()
    setAsked({
      preview,
      onChoose: resolve,
      onClose: () => reject(new ExplainedError(m.editorUnsaved())),
    })
    try {
      return await promise
    } finally {
      setAsked(undefined)
    }
  }
  return { asked, choose }
}

/** If one person removed the venue and another edited it, the merge leaves parts of it, or an empty object. */
function withWholeVenue({ venue, ...edit }: EventEdit): EventEdit {
  const hasVenue = venue && Object.values(venue).some((part) => part !== undefined)
  return { ...edit, venue: hasVenue ? wholeVenue(venue) : undefined }
}

/** Shown on the event's page. */
export function UnsavedChanges({ event }: { event: EventDetails }) {
  const fields = unsavedFields(draftNameOf(event.id), (edit: EventEdit) => draftOf(edit, teamOf(event)))
  return fields.length > 0 && <UnsavedNotice fields={fields.map(eventFieldLabel)} to="?manage=edit" />
}
