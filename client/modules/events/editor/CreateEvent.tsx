import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { invalidateEvents } from '#client/modules/events/events/queries.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { request } from '#client/lib/request.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { useViewerZone } from '#client/modules/people/time/use-viewer-zone.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { useNewDraft } from '#client/lib/use-new-draft.ts'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { useToast } from '#client/ui/overlays/toast.ts'

import { type EventDraft, newDraft } from './event-draft.ts'
import { EventForm } from './EventForm.tsx'
import { errorsOf, readEvent, validEdit } from './read-event.ts'
import { NEW_EVENT_DRAFT } from './stored-drafts.ts'

export function CreateEvent() {
  const navigate = useNavigate()
  const toast = useToast()
  const timeZone = useViewerZone()
  const { data: me } = useSuspenseQuery(ownProfile)
  const [initial] = useState(() =>
    newDraft(timeZone, {
      id: me.id,
      displayName: me.displayName || m.editorYou(),
      photo: me.photo || undefined,
    }),
  )
  const { form, publish, isPublishing, isRestored, discard } = useNewEventForm(
    initial,
    (created, refusal) => {
      if (refusal) toast(m.editorCreatedOnly({ problem: refusal }), { tone: 'danger' })
      else
        toast(
          created.status === 'published'
            ? m.lifecycleDone({ command: 'publish' })
            : m.editorCreated({ count: 1 }),
          { tone: 'success' },
        )
      void navigate(paths.event(created.id), { replace: true })
    },
  )
  return (
    <>
      <ScreenTitle>{m.editorCreate()}</ScreenTitle>
      <PageHeader
        back={{ to: paths.events, label: m.eventAll() }}
        title={m.editorCreate()}
        lead={m.editorCreateLead()}
      />
      <EventForm
        form={form}
        submitLabel={m.editorCreateDrafts({ count: 1 })}
        alsoPublish={{ onClick: publish, busy: isPublishing && form.busy }}
      >
        {isRestored && <RestoredNotice fields={[]} onDiscard={discard} />}
      </EventForm>
    </>
  )
}

/** @param onCreated receives why the event was not published, if that was wanted */
function useNewEventForm(
  initial: EventDraft,
  onCreated: (created: EventDetails, refusal: string | undefined) => void,
) {
  const cache = useQueryClient()
  // State is one render late: the submission that follows must know.
  const publishes = useRef(false)
  const [isPublishing, setPublishing] = useState(false)
  const { form, ...draft } = useNewDraft<EventDraft, EventDetails>({
    initial,
    draft: NEW_EVENT_DRAFT,
    leaves: true,
    check: (values) => errorsOf(readEvent(values)),
    create: (values, idempotencyKey) =>
      request('POST /api/events', { idempotencyKey, body: validEdit(readEvent(values)) }),
    async onCreated(created) {
      const [shown, refusal] = publishes.current ? await published(created) : [created]
      await invalidateEvents(cache)
      onCreated(shown, refusal)
    },
  })
  const submit = (alsoPublishes: boolean) => {
    publishes.current = alsoPublishes
    setPublishing(alsoPublishes)
    return form.send(form.values)
  }
  return {
    form: {
      ...form,
      props: {
        ...form.props,
        onSubmit: (event?: SyntheticEvent) => {
          event?.preventDefault()
          return submit(false)
        },
      },
    },
    publish: () => void submit(true),
    isPublishing,
    ...draft,
  }
}

/** The published event, or the draft and why it was not published: a draft may lack what publishing requires. */
async function published(created: EventDetails): Promise<[EventDetails, refusal?: string]> {
  try {
    return [await request('POST /api/events/:eventId/publish', { params: { eventId: created.id } })]
  } catch (error) {
    const { fields = {}, message } = explainProblem(error)
    return [created, Object.values(fields)[0] ?? message ?? '']
  }
}
