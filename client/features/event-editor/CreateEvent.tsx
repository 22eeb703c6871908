import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { ownProfile } from '#client/lib/own-profile.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { useToast } from '#client/ui/toast.ts'

import { newDraft } from './draft/event-draft.ts'
import { EventForm } from './EventForm.tsx'
import { useNewEventForm } from './use-event-form.ts'

export function CreateEvent() {
  const navigate = useNavigate()
  const toast = useToast()
  const timeZone = useViewerZone()
  const { data: me } = useSuspenseQuery(ownProfile)
  const [initial] = useState(() => newDraft(timeZone, { id: me.id, displayName: me.displayName || 'You' }))
  const { form, isRestored, discard } = useNewEventForm(initial, ({ id }: EventDetails) => {
    toast('The draft is saved.', { tone: 'success' })
    void navigate(paths.event(id), { replace: true })
  })
  return (
    <>
      <ScreenTitle>New event</ScreenTitle>
      <PageHeader
        title="New event"
        lead="It starts as a draft, which only those who run it see."
        actions={
          <LinkButton variant="secondary" to={paths.events}>
            Back to events
          </LinkButton>
        }
      />
      <EventForm form={form} act="Save draft">
        {isRestored && <RestoredNotice fields={[]} onDiscard={discard} />}
      </EventForm>
    </>
  )
}
