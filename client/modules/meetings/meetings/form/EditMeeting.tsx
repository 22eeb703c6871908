import { useNavigate } from 'react-router-dom'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import { meetingPath } from '#shared/lib/paths/meetings.ts'
import type { MeetingDetails, MeetingEdit } from '#shared/meetings/schema.ts'
import { ConflictDialog } from '#client/lib/edits/ConflictDialog.tsx'
import { useSend } from '#client/modules/meetings/meetings/use-send.ts'
import { request } from '#client/lib/request.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import type { Base } from '#client/lib/edits/saving.ts'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { dotted } from '#client/ui/text/dotted.ts'
import { useToast } from '#client/lib/toast.ts'

import { MeetingPlaceFields, PurposeField } from './DetailsFields.tsx'
import { FormFrame } from './FormFrame.tsx'
import { editErrors, normaliseEdit } from './meeting-draft.ts'

const LABELS: Readonly<Record<string, () => string>> = {
  purpose: m.purpose,
  place: m.place,
  joinUrl: m.joinLink,
  agenda: m.agenda,
}
const labelOf = (path: string) => LABELS[path]?.() ?? path

const valueOf = (_path: string, value: unknown) =>
  (Array.isArray(value) ? dotted(value) : String(value)) || m.notSet()

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
    send: (body, ifMatch) =>
      send(request('PUT /api/meetings/:meetingId', { params: { meetingId: meeting.id }, body, ifMatch })),
    reload: async () =>
      baseOf(await request('GET /api/meetings/:meetingId', { params: { meetingId: meeting.id } })),
    onSaved: async () => {
      toast(m.editSaved(), { tone: 'success' })
      await navigate(meetingPath(meeting.id), { replace: true })
    },
  })
  const { form, restored } = editing
  return (
    <>
      <ScreenTitle>{m.editTitle()}</ScreenTitle>
      <PageHeader
        back={{ to: meetingPath(meeting.id), label: m.editBack() }}
        title={m.editTitle()}
        lead={m.editLead()}
      />
      <FormFrame form={form} submit={m.editSave()} busy={words.saving()}>
        {restored.length > 0 && <RestoredNotice fields={restored.map(labelOf)} onDiscard={editing.discard} />}
        <PurposeField form={form} />
        <MeetingPlaceFields form={form} />
      </FormFrame>
      <ConflictDialog editing={editing} what="meeting" fieldName={labelOf} fieldValue={valueOf} />
    </>
  )
}
