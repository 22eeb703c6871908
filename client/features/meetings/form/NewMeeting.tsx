import { useQueryClient, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { meetingPath } from '#shared/meeting-paths.ts'
import type { MeetingDetails, MeetingProposal } from '#shared/meetings.ts'
import { paths } from '#shared/paths.ts'
import { invitedMember, MEETINGS_URL, showMeeting } from '#client/features/meetings/queries.ts'
import { NEW_MEETING_DRAFT } from '#client/features/meetings/stored-drafts.ts'
import { createOnce } from '#client/lib/create-once.ts'
import { removeDraft } from '#client/lib/drafts.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { ownProfile } from '#client/lib/own-profile.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { useForm } from '#client/lib/use-form.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { useToast } from '#client/ui/toast.ts'

import { KindField, LengthField, PlaceFields, PurposeField } from './DetailsFields.tsx'
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
  const navigate = useNavigate()
  const toast = useToast()
  const [initial] = useState(() =>
    newMeetingDraft(
      timeZone,
      people.map(({ id, displayName }) => ({ id, displayName })),
    ),
  )
  const { form, isRestored, discard } = useNewMeetingForm(initial, prefill, (created) => {
    toast('Meeting proposed. Everyone has been asked which times suit them.', { tone: 'success' })
    void navigate(meetingPath(created.id), { replace: true })
  })
  const { values } = form
  return (
    <>
      <ScreenTitle>New growth meeting</ScreenTitle>
      <PageHeader
        title="New growth meeting"
        lead="Propose a few times. Everyone votes on the times."
        actions={
          <LinkButton variant="secondary" to={paths.growthMeetings}>
            Back to meetings
          </LinkButton>
        }
      />
      <FormFrame form={form} submit="Propose meeting" busy="Proposing…">
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
        <PlaceFields form={form} />
      </FormFrame>
    </>
  )
}

function useNewMeetingForm(
  initial: MeetingDraft,
  { people, source }: { people: readonly string[]; source: MeetingProposal['source'] },
  onCreated: (created: MeetingDetails) => void,
) {
  const cache = useQueryClient()
  // Begun from a connection, it is another meeting than the one begun from the list.
  const draft = [NEW_MEETING_DRAFT, ...people, ...(source ? [source.kind, source.id] : [])].join(':')
  const form = useForm<MeetingDraft>({
    initial,
    draft,
    leaves: true,
    normalise: (values) => withoutEmptySlots(normaliseEdit(values)),
    check: (values) => draftErrors(values, Date.now()),
    submit: async (values) => {
      const created = await createOnce<MeetingDetails>(draft, MEETINGS_URL, proposalOf(values, source))
      removeDraft(draft)
      await showMeeting(cache, created)
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
