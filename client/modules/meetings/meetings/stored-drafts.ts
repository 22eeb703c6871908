import { readDraft } from '#client/lib/drafts.ts'

/** Name of the draft of a new meeting that was not started from a connection, an event or an introduction. */
export const NEW_MEETING_DRAFT = 'meeting'

export const hasStoredDraft = (draft: string) => readDraft(draft) !== undefined
