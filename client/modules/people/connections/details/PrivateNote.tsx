import { useQueryClient } from '@tanstack/react-query'

import * as m from '#shared/people/messages.ts'
import { CONNECTION_LIMITS } from '#shared/people/connection-rules.ts'
import type { PrivateNote as Note } from '#shared/people/connections.ts'
import { ConflictDialog } from '#client/lib/edits/ConflictDialog.tsx'
import { useVersionedForm } from '#client/lib/edits/use-versioned-form.ts'
import { VersionedActions } from '#client/lib/edits/VersionedActions.tsx'
import { formatOn } from '#client/lib/time/dates.ts'
import { Card } from '#client/ui/Card.tsx'
import { DateField } from '#client/ui/form/DateField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { privateNote, savePrivateNote } from '#client/modules/people/connections/queries.ts'
import patterns from '#client/ui/styles/patterns.module.css'

interface Props {
  connectionId: string
  name: string
}

const editOf = ({ text, getInTouchOn = '' }: Note) => ({ text, getInTouchOn })
const FIELD_NAMES: Readonly<Record<string, () => string>> = {
  text: m.noteText,
  getInTouchOn: m.noteReminder,
}
const fieldValue = (path: string, value: unknown) => {
  if (typeof value !== 'string' || value === '') return path === 'text' ? m.noteEmpty() : m.noteNoDay()
  return path === 'text' ? value : formatOn(value)
}

export function PrivateNote({ connectionId, name }: Props) {
  const cache = useQueryClient()
  const editing = useVersionedForm({
    saved: privateNote(connectionId),
    editOf,
    draft: `private-note:${connectionId}`,
    send: async ({ text, getInTouchOn }, version) => {
      const edit = { text, getInTouchOn: getInTouchOn || undefined }
      const saved = await savePrivateNote(connectionId, edit, version)
      await cache.invalidateQueries({ queryKey: ['dashboard'] })
      return saved
    },
    success: m.noteSaved(),
  })
  const { form } = editing
  return (
    <Card title={m.noteTitle()}>
      <form {...form.props} className={patterns.form}>
        <TextField
          {...form.field('text')}
          label={m.noteAbout({ name })}
          hint={m.noteHint()}
          multiline
          rows={6}
          maxLength={CONNECTION_LIMITS.privateNote}
        />
        <DateField
          {...form.field('getInTouchOn')}
          label={m.noteReminder()}
          optional
          hint={m.noteReminderHint()}
        />
        <VersionedActions editing={editing} what="note" />
      </form>
      <ConflictDialog
        editing={editing}
        what="note"
        fieldName={(path) => FIELD_NAMES[path]?.() ?? path}
        fieldValue={fieldValue}
      />
    </Card>
  )
}
