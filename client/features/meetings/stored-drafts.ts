import { readDraft } from '#client/lib/drafts.ts'

/** Of a new meeting that was not begun from a connection, an event or an introduction. */
export const NEW_MEETING_DRAFT = 'meeting'

export const hasStoredDraft = (draft: string) => readDraft(draft) !== undefined
