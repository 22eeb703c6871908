import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import type { Duplication, EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { invalidateEvents } from '#client/modules/events/events/queries.ts'
import { draftKey, removeDraftKey } from '#client/lib/storage/drafts.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { request } from '#client/lib/request.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { explainProblem } from '#client/lib/explain-problem.ts'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { useToast } from '#client/lib/toast.ts'
import { useFirstVisit } from '#client/lib/use-first-visit.ts'

import { type CopyDate, copyDates, laterDates, type RepeatDraft } from './copies.ts'
import { DateList, RepeatFields } from './DuplicateEvent.tsx'
import styles from './editor.module.css'
import { type EventDraft, newDraft } from './fields/event-draft.ts'
import { EventForm } from './EventForm.tsx'
import { EventPreview } from './EventPreview.tsx'
import { errorsOf, readEvent, validEdit } from './read-event.ts'
import { NEW_EVENT_DRAFT } from './stored-drafts.ts'

export function CreateEvent() {
  const navigate = useNavigate()
  const toast = useToast()
  const isFirstVisit = useFirstVisit('new-event')
  const timeZone = useViewerZone()
  const { data: me } = useSuspenseQuery(ownProfile)
  const [initial] = useState(() => ({
    ...newDraft(timeZone, {
      id: me.id,
      displayName: me.displayName || m.editorYou(),
      photo: me.photo || undefined,
    }),
    repeat: 'once' as const,
    count: '6',
  }))
  const { form, publish, isPublishing, isRestored, discard } = useNewEventForm(
    initial,
    (created, count, refusal) => {
      if (refusal) toast(m.editorCreatedOnly({ problem: refusal }), { tone: 'danger' })
      else
        toast(
          created.status === 'published'
            ? m.lifecycleDone({ command: 'publish' })
            : m.editorCreated({ count }),
          { tone: 'success' },
        )
      void navigate(paths.event(created.id), { replace: true })
    },
  )
  return (
    <>
      <ScreenTitle>{m.create()}</ScreenTitle>
      <PageHeader
        back={{ to: paths.events, label: m.eventAll() }}
        title={m.create()}
        lead={isFirstVisit && m.editorCreateLead()}
      />
      <div className={styles.beside}>
        <EventForm
          form={{
            ...form,
            setAll: (event) => form.setAll({ ...form.values, ...event }),
            send: (event) => form.send({ ...form.values, ...event }),
          }}
          submitLabel={m.editorCreateDrafts({ count: countOf(form.values) })}
          alsoPublish={{ onClick: publish, busy: isPublishing && form.busy }}
          repeat={
            <FieldGroup legend={m.editorRepeat()}>
              <RepeatFields form={form} labelHidden />
              <SeriesDates draft={form.values} />
            </FieldGroup>
          }
        >
          {isRestored && <RestoredNotice fields={[]} onDiscard={discard} />}
        </EventForm>
        <EventPreview draft={form.values} />
      </div>
    </>
  )
}

type NewEvent = EventDraft & RepeatDraft

/** The number of events. */
const countOf = ({ repeat, count }: RepeatDraft) => (repeat === 'once' ? 1 : Number(count))

/** All dates of the series, its first included. */
function SeriesDates({ draft }: { draft: NewEvent }) {
  const read = readEvent(eventOf(draft))
  if (draft.repeat === 'once' || 'errors' in read) return null
  const later = laterDates(read.edit, draft)
  const dates: CopyDate[] = [read.edit, ...(later ? copyDates(read.edit, later) : [])]
  return <DateList title={m.editorDates({ count: dates.length })} dates={dates} allDay={draft.allDay} />
}

function eventOf(draft: NewEvent): EventDraft {
  const { repeat: _, count: __, ...event } = draft
  return event
}

/** @param onCreated receives why the event was not published, if that was wanted */
function useNewEventForm(
  initial: NewEvent,
  onCreated: (created: EventDetails, count: number, refusal: string | undefined) => void,
) {
  const cache = useQueryClient()
  // State is one render late: the submission that follows must know.
  const publishes = useRef(false)
  const [isPublishing, setPublishing] = useState(false)
  const { form, ...draft } = useNewDraft<NewEvent, { created: EventDetails; count: number }>({
    initial,
    draft: NEW_EVENT_DRAFT,
    leaves: true,
    check: (values) => errorsOf(readEvent(eventOf(values))),
    async create(values, idempotencyKey) {
      const body = validEdit(readEvent(eventOf(values)))
      const created = await request('POST /api/events', { idempotencyKey, body })
      const later = laterDates(body, values)
      if (later) await addDates(created.id, later)
      return { created, count: countOf(values) }
    },
    async onCreated({ created, count }) {
      const [shown, refusal] = publishes.current ? await published(created, count > 1) : [created]
      await invalidateEvents(cache)
      onCreated(shown, count, refusal)
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

const DATES = `${NEW_EVENT_DRAFT} dates`

/** Sent again with the same key after a lost response, so that it adds them once. */
async function addDates(eventId: string, body: Duplication) {
  const params = { eventId }
  await request('POST /api/events/:eventId/series/dates', { idempotencyKey: draftKey(DATES), params, body })
  removeDraftKey(DATES)
}

/** The published event, or the draft and why it was not published: a draft may lack what publishing requires. */
async function published(
  created: EventDetails,
  isSeries: boolean,
): Promise<[EventDetails, refusal?: string]> {
  const params = { eventId: created.id }
  try {
    const shown = await request('POST /api/events/:eventId/publish', { params })
    if (isSeries) await request('POST /api/events/:eventId/series/publish', { params })
    return [shown]
  } catch (error) {
    const { fields = {}, message } = explainProblem(error)
    return [created, Object.values(fields)[0] ?? message ?? '']
  }
}
