import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { EventDetails, EventEdit } from '#shared/events.ts'
import { eventDetails, eventsChanged, eventUrl } from '#client/features/events/queries.ts'
import { type Base, Overtaken, save } from '#client/lib/edits/saving.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/lib/use-form.ts'

import { draftOf, type EventDraft, readEvent } from './event-draft.ts'

/** What the form would send if nothing were changed; a draft that was kept can always be read. */
const editOf = (event: EventDetails): EventEdit => {
  const read = readEvent(draftOf(event))
  if ('errors' in read) throw new Error('An event that is there cannot be read.')
  return read.edit
}

const baseOf = (event: EventDetails): Base<EventEdit> => ({ version: event.version, edit: editOf(event) })

function checked(draft: EventDraft) {
  const read = readEvent(draft)
  return 'errors' in read ? read.errors : {}
}

function editFrom(draft: EventDraft): EventEdit {
  const read = readEvent(draft)
  if ('errors' in read) throw new Error('The form was sent before it was checked.')
  return read.edit
}

/** A new event, made as a draft. */
export function useNewEventForm(initial: EventDraft, onMade: (made: EventDetails) => void) {
  const cache = useQueryClient()
  return useForm<EventDraft>({
    initial,
    draft: 'event',
    check: checked,
    submit: async (draft) => {
      const made = await request<EventDetails>('/api/events', { method: 'POST', body: editFrom(draft) })
      await eventsChanged(cache)
      onMade(made)
    },
  })
}

/** One that is there; what somebody else saved meanwhile is kept, and asked about where both changed the same. */
export function useEventForm(event: EventDetails, onSaved: () => void) {
  const cache = useQueryClient()
  const [overtaken, setOvertaken] = useState<Overtaken<EventEdit>>()
  const [first] = useState(() => baseOf(event))
  const base = useRef(first)
  const url = eventUrl(event.id)

  async function send(edit: EventEdit) {
    await save(edit, base.current, {
      send: (body, ifMatch) => request<EventDetails>(url, { method: 'PUT', body, ifMatch }),
      reload: async () => baseOf(await cache.fetchQuery({ ...eventDetails(event.id), staleTime: 0 })),
    })
    await eventsChanged(cache)
    onSaved()
  }

  const form = useForm<EventDraft>({
    initial: draftOf(event),
    check: checked,
    submit: (draft) => send(editFrom(draft)),
    explain: (error) => {
      if (!(error instanceof Overtaken)) return undefined
      setOvertaken(error as Overtaken<EventEdit>)
      return {}
    },
  })

  return {
    form,
    overtaken,
    decideLater: () => setOvertaken(undefined),
    async decide({ latest }: Overtaken<EventEdit>, edit: EventEdit) {
      setOvertaken(undefined)
      base.current = latest
      const next = {
        ...form.values,
        ...draftOf({ ...event, ...edit, hosts: hostsNamed(edit, form.values, event) }),
      }
      form.setAll(next)
      await form.send(next)
    },
  }
}

function hostsNamed({ hosts }: EventEdit, typed: EventDraft, event: EventDetails) {
  const known = new Map([...event.hosts, ...typed.hosts].map((host) => [host.id, host]))
  return hosts.map((id) => known.get(id) ?? { id, displayName: 'Another host' })
}
