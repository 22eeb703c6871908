import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { invalidateEvents } from '#client/features/events/queries.ts'
import { removeDraft } from '#client/lib/drafts.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { createOnce } from '#client/lib/create-once.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { useForm } from '#client/lib/use-form.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { useToast } from '#client/ui/toast.ts'

import { type EventDraft, newDraft } from './event-draft.ts'
import { EventForm } from './EventForm.tsx'
import { errorsOf, readEvent, validEdit } from './read-event.ts'
import { NEW_EVENT_DRAFT } from './stored-drafts.ts'

export function CreateEvent() {
  const navigate = useNavigate()
  const toast = useToast()
  const timeZone = useViewerZone()
  const { data: me } = useSuspenseQuery(ownProfile)
  const [initial] = useState(() => newDraft(timeZone, { id: me.id, displayName: me.displayName || 'You' }))
  const { form, isRestored, discard } = useNewEventForm(initial, ({ id }: EventDetails) => {
    toast('Draft created.', { tone: 'success' })
    void navigate(paths.event(id), { replace: true })
  })
  return (
    <>
      <ScreenTitle>Create event</ScreenTitle>
      <PageHeader
        title="Create event"
        lead="It starts as a draft that only organisers can see."
        actions={
          <LinkButton variant="secondary" to={paths.events}>
            Back to events
          </LinkButton>
        }
      />
      <EventForm form={form} submitLabel="Create draft">
        {isRestored && <RestoredNotice fields={[]} onDiscard={discard} />}
      </EventForm>
    </>
  )
}

function useNewEventForm(initial: EventDraft, onCreated: (created: EventDetails) => void) {
  const cache = useQueryClient()
  const form = useForm<EventDraft>({
    initial,
    draft: NEW_EVENT_DRAFT,
    leaves: true,
    check: (draft) => errorsOf(readEvent(draft)),
    submit: async (draft) => {
      const created = await createOnce<EventDetails>(
        NEW_EVENT_DRAFT,
        '/api/events',
        validEdit(readEvent(draft)),
      )
      removeDraft(NEW_EVENT_DRAFT)
      await invalidateEvents(cache)
      onCreated(created)
    },
  })
  const [isRestored, setRestored] = useState(form.stored !== undefined)
  return {
    form,
    isRestored,
    /** @returns a function that undoes it */
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
