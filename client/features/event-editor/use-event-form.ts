import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { EventDetails, EventEdit } from '#shared/events.ts'
import { eventDetails, eventsChanged, eventUrl } from '#client/features/events/queries.ts'
import { removeDraft } from '#client/lib/drafts.ts'
import type { Base } from '#client/lib/edits/saving.ts'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { createOnce } from '#client/lib/create-once.ts'
import { request } from '#client/lib/request.ts'
import { type FieldErrors, useForm } from '#client/lib/use-form.ts'

import { draftOf, editOf, type EventDraft, wholeVenue } from './draft/event-draft.ts'
import type { Fixed } from './draft/fixed.ts'
import { NEW_EVENT_DRAFT, draftNameOf } from './draft/stored-drafts.ts'
import { readChanges, readEvent } from './draft/read-event.ts'

type Read = ReturnType<typeof readEvent>

const errorsOf = (read: Read): FieldErrors => ('errors' in read ? read.errors : {})

function checked(read: Read): EventEdit {
  if ('errors' in read) throw new Error('The form was sent before it was checked.')
  return read.edit
}

/** A new event, made as a draft. */
export function useNewEventForm(initial: EventDraft, onMade: (made: EventDetails) => void) {
  const cache = useQueryClient()
  const form = useForm<EventDraft>({
    initial,
    draft: NEW_EVENT_DRAFT,
    check: (draft) => errorsOf(readEvent(draft)),
    submit: async (draft) => {
      const made = await createOnce<EventDetails>(NEW_EVENT_DRAFT, '/api/events', checked(readEvent(draft)))
      removeDraft(NEW_EVENT_DRAFT)
      await eventsChanged(cache)
      onMade(made)
    },
  })
  const [isRestored, setRestored] = useState(form.stored !== undefined)
  return {
    form,
    isRestored,
    /** @returns what brings it all back */
    discard() {
      const { values } = form
      form.discard()
      setRestored(false)
      return () => {
        form.setAll(values)
        setRestored(true)
      }
    },
  }
}

const baseOf = (event: EventDetails): Base<EventEdit> => ({ version: event.version, edit: editOf(event) })

/** One that is there; what somebody else saved meanwhile is kept, and asked about where both changed the same. */
export function useEventForm(event: EventDetails, fixed: Fixed, onSaved: () => void) {
  const cache = useQueryClient()
  const url = eventUrl(event.id)
  const fresh = { ...eventDetails(event.id), staleTime: 0, networkMode: 'always', retry: false } as const
  return useEditForm<EventDraft, EventEdit, EventDetails>({
    draft: draftNameOf(event.id),
    present: baseOf(event),
    valuesOf: (edit, typed) => draftOf(edit, [...event.hosts, ...(typed?.hosts ?? [])]),
    editOf: (draft, before) => checked(readChanges(draft, before, fixed)),
    check: (draft, before) => errorsOf(readChanges(draft, before, fixed)),
    send: (edit, ifMatch) => request<EventDetails>(url, { method: 'PUT', body: whole(edit), ifMatch }),
    reload: async () => baseOf(await cache.fetchQuery(fresh)),
    onSaved: async (saved) => {
      cache.setQueryData(fresh.queryKey, saved)
      await eventsChanged(cache)
      onSaved()
    },
  })
}

/** A merge leaves an empty place where one was taken away. */
function whole({ venue, ...edit }: EventEdit): EventEdit {
  const isThere = venue && Object.values(venue).some((part) => part !== undefined)
  return { ...edit, ...(isThere && { venue: wholeVenue(venue) }) }
}
