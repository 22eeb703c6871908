import { readDraft } from '#client/lib/drafts.ts'

/** Of an event that is not saved yet. */
export const NEW_EVENT_DRAFT = 'event'

export const draftNameOf = (eventId: string) => `event:${eventId}`

export const hasStoredDraft = (draft: string) => readDraft(draft) !== undefined
