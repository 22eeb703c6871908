import { useQueryClient, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/meetings/messages.ts'
import { meetingPath } from '#shared/lib/paths/meetings.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { invitedMember, showMeeting } from '#client/modules/meetings/meetings/queries.ts'
import { NEW_MEETING_DRAFT } from '#client/modules/meetings/meetings/stored-drafts.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { request } from '#client/lib/request.ts'
import { useFirstVisit } from '#client/lib/use-first-visit.ts'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { useToast } from '#client/lib/toast.ts'

import { KindField, LengthField, MeetingPlaceFields, PurposeField } from './DetailsFields.tsx'
import { FormFrame } from './FormFrame.tsx'
import {
  draftErrors,
  type MeetingDraft,
  newMeetingDraft,
  proposalOf,
  readPrefill,
  normaliseEdit,
  withoutEmptySlots,
} from './meeting-draft.ts'
import { PeopleField } from './PeopleField.tsx'
import { TimesFields } from './TimesFields.tsx'

export function NewMeeting({ params }: { params: URLSearchParams }) {
  const prefill = readPrefill(params)
  const { data: me } = useSuspenseQuery(ownProfile)
  const found = useSuspenseQueries({ queries: prefill.people.map(invitedMember) })
  const people = found.flatMap(({ data }) => (data && data.id !== me.id ? [data] : []))
  const timeZone = useViewerZone()
  const isFirstVisit = useFirstVisit('new-meeting')
  const navigate = useNavigate()
  const toast = useToast()
  const [initial] = useState(() =>
    newMeetingDraft(
      timeZone,
      people.map(({ id, displayName, photo }) => ({ id, displayName, photo })),
      people.flatMap(({ asks = [] }) => asks).find(({ id }) => id === prefill.source?.id)?.text,
    ),
  )
  const { form, isRestored, discard } = useNewMeetingForm(initial, prefill, (created) => {
    toast(m.newSent(), { tone: 'success' })
    void navigate(meetingPath(created.id), { replace: true })
  })
  const { values } = form
  return (
    <>
      <ScreenTitle>{m.newTitle()}</ScreenTitle>
      <PageHeader
        back={{ to: paths.growthMeetings, label: m.detailsAll() }}
        title={m.newTitle()}
        lead={isFirstVisit && m.newLead()}
      />
      <FormFrame form={form} submit={m.newSend()} busy={m.newSending()}>
        {isRestored && <RestoredNotice fields={[]} onDiscard={discard} />}
        <PeopleField
          people={values.participants}
          errors={form.errors}
          onChange={(next) => form.set('participants', next)}
        />
        <PurposeField form={form}>
          <KindField value={values.kind} onChange={(kind) => form.set('kind', kind)} />
          <LengthField {...form.field('durationMinutes')} />
        </PurposeField>
        <TimesFields
          draft={values}
          people={values.participants}
          durationMinutes={Number(values.durationMinutes)}
          errors={form.errors}
          onChange={(slots) => form.set('slots', slots)}
        />
        <MeetingPlaceFields form={form} />
      </FormFrame>
    </>
  )
}

function useNewMeetingForm(
  initial: MeetingDraft,
  { people, source }: ReturnType<typeof readPrefill>,
  onCreated: (created: MeetingDetails) => void,
) {
  const cache = useQueryClient()
  // A draft that was started from a connection is separate from one that was started from the list.
  const draft = [NEW_MEETING_DRAFT, ...people, ...(source ? [source.kind, source.id] : [])].join(':')
  return useNewDraft<MeetingDraft, MeetingDetails>({
    initial,
    draft,
    leaves: true,
    normalise: (values) => withoutEmptySlots(normaliseEdit(values)),
    check: (values) => draftErrors(values, Date.now()),
    create: (values, idempotencyKey) =>
      request('POST /api/meetings', { idempotencyKey, body: proposalOf(values, source) }),
    async onCreated(created) {
      await showMeeting(cache, created)
      onCreated(created)
    },
  })
}
