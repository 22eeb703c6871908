import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'

import { meetingPath } from '#shared/meeting-paths.ts'
import type { MeetingDetails, MeetingEdit } from '#shared/meetings.ts'
import { meetingUrl } from '#client/features/meetings/queries.ts'
import { useSend } from '#client/features/meetings/details/use-send.ts'
import { request } from '#client/lib/request.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import type { Base } from '#client/lib/edits/saving.ts'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { useToast } from '#client/ui/toast.ts'

import { PlaceFields, PurposeField } from './DetailsFields.tsx'
import { FormFrame } from './FormFrame.tsx'
import { editErrors, normaliseEdit } from './meeting-draft.ts'

const ChangedElsewhere = lazy(async () => ({
  default: (await import('#client/lib/edits/ChangedElsewhere.tsx')).ChangedElsewhere<MeetingEdit>,
}))

const LABELS: Readonly<Record<string, string>> = {
  purpose: 'Purpose',
  place: 'Place',
  joinUrl: 'Join link',
  agenda: 'Agenda',
}
const labelOf = (path: string) => LABELS[path] ?? path

const valueOf = (_path: string, value: unknown) =>
  (Array.isArray(value) ? value.join(' · ') : String(value)) || 'Not set'

const baseOf = ({ version, purpose, place, joinUrl, agenda }: MeetingDetails): Base<MeetingEdit> => ({
  version,
  edit: { purpose, place, joinUrl, agenda },
})

export function EditMeeting({ meeting }: { meeting: MeetingDetails }) {
  const navigate = useNavigate()
  const toast = useToast()
  const send = useSend(meeting.id)
  const editing = useEditForm<MeetingEdit, MeetingEdit, MeetingDetails>({
    draft: `meeting-edit:${meeting.id}`,
    present: baseOf(meeting),
    valuesOf: (edit) => edit,
    editOf: (values) => values,
    normalise: normaliseEdit,
    check: editErrors,
    send: (body, ifMatch) => send({ path: [], method: 'PUT', body, ifMatch }),
    reload: async () => baseOf(await request<MeetingDetails>(meetingUrl(meeting.id))),
    onSaved: async () => {
      toast('Changes saved.', { tone: 'success' })
      await navigate(meetingPath(meeting.id), { replace: true })
    },
  })
  const { form, restored, overtaken } = editing
  return (
    <>
      <ScreenTitle>Edit meeting</ScreenTitle>
      <PageHeader
        title="Edit meeting"
        lead="To change the time, reschedule the meeting."
        actions={
          <LinkButton variant="secondary" to={meetingPath(meeting.id)}>
            Back to meeting
          </LinkButton>
        }
      />
      <FormFrame form={form} submit="Save changes" busy="Saving…">
        {restored.length > 0 && <RestoredNotice fields={restored.map(labelOf)} onDiscard={editing.discard} />}
        <PurposeField form={form} />
        <PlaceFields form={form} />
      </FormFrame>
      {overtaken && (
        <Suspense>
          <ChangedElsewhere
            what="meeting"
            overtaken={overtaken}
            fieldName={labelOf}
            fieldValue={valueOf}
            onDecide={(edit) => void editing.decide(overtaken, edit)}
            onLater={editing.decideLater}
          />
        </Suspense>
      )}
    </>
  )
}
