import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { hasDraft } from '#client/lib/storage/drafts.ts'
import { ConflictDialog } from '#client/lib/edits/ConflictDialog.tsx'
import { useSend } from '#client/modules/meetings/meetings/use-send.ts'
import { doneBy } from '#client/modules/meetings/meetings/people.ts'
import type { MeetingProps } from '#client/modules/meetings/meetings/props.ts'
import type { Base } from '#client/lib/edits/saving.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { request } from '#client/lib/request.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LinkedText } from '#client/ui/text/LinkedText.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useToast } from '#client/lib/toast.ts'
import { Submit } from '#client/ui/form/Submit.tsx'

interface NotesEdit {
  text: string
}

const draftOf = ({ id }: MeetingDetails) => `meeting-notes:${id}`

export function Notes({ meeting, viewerId }: MeetingProps) {
  const canEdit = meeting.actions.includes('followUp')
  const [isEditing, setEditing] = useState(canEdit && hasDraft(draftOf(meeting)))
  const { text, changedBy, changedAt } = meeting.notes
  return (
    <Card
      title={m.notesTitle()}
      actions={
        canEdit &&
        !isEditing && (
          <Button variant="secondary" onClick={() => setEditing(true)}>
            {text ? m.notesEdit() : m.notesWrite()}
          </Button>
        )
      }
    >
      {isEditing ? (
        <NotesForm meeting={meeting} onClose={() => setEditing(false)} />
      ) : (
        <>
          {text ? (
            <p className={patterns.asTyped}>
              <LinkedText>{text}</LinkedText>
            </p>
          ) : (
            <p className={patterns.muted}>{m.notesNone()}</p>
          )}
          {changedAt && (
            <p className={patterns.small}>
              {rich(
                m.notesEdited({
                  ...doneBy(meeting, changedBy, viewerId),
                  date: <DateOf at={changedAt} />,
                }),
              )}
            </p>
          )}
        </>
      )}
    </Card>
  )
}

const baseOf = ({ notes: { version, text } }: MeetingDetails): Base<NotesEdit> => ({
  version,
  edit: { text },
})

const fieldValue = (_path: string, value: unknown) => String(value) || m.notesEmpty()

function NotesForm({ meeting, onClose }: { meeting: MeetingDetails; onClose: () => void }) {
  const toast = useToast()
  const send = useSend(meeting.id)
  const editing = useEditForm<NotesEdit, NotesEdit, MeetingDetails>({
    draft: draftOf(meeting),
    present: baseOf(meeting),
    valuesOf: (edit) => edit,
    editOf: (values) => values,
    check: () => ({}),
    send: (body, ifMatch) =>
      send(
        request('PUT /api/meetings/:meetingId/notes', { params: { meetingId: meeting.id }, body, ifMatch }),
      ),
    reload: async () =>
      baseOf(await request('GET /api/meetings/:meetingId', { params: { meetingId: meeting.id } })),
    onSaved: async () => {
      toast(m.notesSaved(), { tone: 'success' })
      onClose()
    },
  })
  const { form, restored } = editing
  const cancel = () => {
    form.discard()
    onClose()
  }
  return (
    <>
      <form {...form.props} className={patterns.form}>
        {restored.length > 0 && <RestoredNotice fields={[m.notes()]} onDiscard={editing.discard} />}
        <TextField
          {...form.field('text')}
          label={m.notes()}
          hint={m.notesHint()}
          multiline
          rows={8}
          maxLength={MEETING_LIMITS.notes}
        />
        <Submit form={form} label={m.notesSave()}>
          <Button variant="quiet" onClick={cancel}>
            {words.cancel()}
          </Button>
        </Submit>
      </form>
      <ConflictDialog editing={editing} what="text" fieldName={m.notes} fieldValue={fieldValue} />
    </>
  )
}
