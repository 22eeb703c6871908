import { lazy, Suspense, useState } from 'react'

import { MEETING_LIMITS } from '#shared/meeting-rules.ts'
import type { MeetingDetails } from '#shared/meetings.ts'
import { useSend } from '#client/features/meetings/details/use-send.ts'
import { capitalise, referTo } from '#client/features/meetings/people.ts'
import type { MeetingProps } from '#client/features/meetings/props.ts'
import { meetingUrl } from '#client/features/meetings/queries.ts'
import { hasStoredDraft } from '#client/features/meetings/stored-drafts.ts'
import type { Base } from '#client/lib/edits/saving.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { request } from '#client/lib/request.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LinkedText } from '#client/ui/LinkedText.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'

import styles from './follow-up.module.css'

interface NotesEdit {
  text: string
}

const ChangedElsewhere = lazy(async () => ({
  default: (await import('#client/lib/edits/ChangedElsewhere.tsx')).ChangedElsewhere<NotesEdit>,
}))

const draftOf = ({ id }: MeetingDetails) => `meeting-notes:${id}`

export function Notes({ meeting, viewerId }: MeetingProps) {
  const canEdit = meeting.actions.includes('followUp')
  const [isEditing, setEditing] = useState(canEdit && hasStoredDraft(draftOf(meeting)))
  const card = useFocusFallback<HTMLDivElement>(isEditing)
  const { text, changedBy, changedAt } = meeting.notes
  return (
    <div ref={card} tabIndex={-1}>
      <Card
        title="Shared notes"
        actions={
          canEdit &&
          !isEditing && (
            <Button variant="secondary" onClick={() => setEditing(true)}>
              {text ? 'Edit notes' : 'Write notes'}
            </Button>
          )
        }
      >
        {isEditing ? (
          <NotesForm meeting={meeting} onClose={() => setEditing(false)} />
        ) : (
          <>
            {text ? (
              <p className={styles.text}>
                <LinkedText>{text}</LinkedText>
              </p>
            ) : (
              <p className={patterns.muted}>
                What you want to remember. Everyone in this meeting can read and edit it.
              </p>
            )}
            {changedAt && (
              <p className={patterns.small}>
                {capitalise(referTo(meeting, changedBy, viewerId))} edited this on <DateOf at={changedAt} />
              </p>
            )}
          </>
        )}
      </Card>
    </div>
  )
}

const baseOf = ({ notes: { version, text } }: MeetingDetails): Base<NotesEdit> => ({
  version,
  edit: { text },
})

const fieldValue = (_path: string, value: unknown) => String(value) || 'Empty notes'

function NotesForm({ meeting, onClose }: { meeting: MeetingDetails; onClose: () => void }) {
  const toast = useToast()
  const send = useSend(meeting.id)
  const editing = useEditForm<NotesEdit, NotesEdit, MeetingDetails>({
    draft: draftOf(meeting),
    present: baseOf(meeting),
    valuesOf: (edit) => edit,
    editOf: (values) => values,
    check: () => ({}),
    send: (body, ifMatch) => send({ path: ['notes'], method: 'PUT', body, ifMatch }),
    reload: async () => baseOf(await request<MeetingDetails>(meetingUrl(meeting.id))),
    onSaved: async () => {
      toast('Notes saved.', { tone: 'success' })
      onClose()
    },
  })
  const { form, restored, overtaken } = editing
  const cancel = () => {
    form.discard()
    onClose()
  }
  return (
    <>
      <form {...form.props} className={styles.form}>
        {restored.length > 0 && <RestoredNotice fields={['Notes']} onDiscard={editing.discard} />}
        <TextField
          {...form.field('text')}
          label="Notes"
          hint="Everyone in this meeting can read and edit them."
          multiline
          rows={8}
          maxLength={MEETING_LIMITS.notes}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={patterns.actions}>
          <Button type="submit" busy={form.busy && 'Saving…'}>
            Save notes
          </Button>
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </form>
      {overtaken && (
        <Suspense>
          <ChangedElsewhere
            what="text"
            overtaken={overtaken}
            fieldName={() => 'Notes'}
            fieldValue={fieldValue}
            onDecide={(edit) => void editing.decide(overtaken, edit)}
            onLater={editing.decideLater}
          />
        </Suspense>
      )}
    </>
  )
}
