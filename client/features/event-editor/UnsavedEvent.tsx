import type { EventDetails, EventEdit } from '#shared/events.ts'
import { unsavedFields } from '#client/lib/edits/kept.ts'
import { UnsavedNotice } from '#client/lib/edits/Unsaved.tsx'

import { draftOf } from './draft/event-draft.ts'
import { draftNameOf } from './draft/stored-drafts.ts'
import { fieldName } from './field-labels.ts'

export function UnsavedEvent({ event: { id, hosts } }: { event: EventDetails }) {
  const fields = unsavedFields(draftNameOf(id), (edit: EventEdit) => draftOf(edit, hosts))
  return fields.length > 0 && <UnsavedNotice fields={fields.map(fieldName)} to="?manage=edit" />
}
