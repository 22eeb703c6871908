import { readDraft } from '#client/lib/drafts.ts'

/** Name of the draft of a new event. */
export const NEW_EVENT_DRAFT = 'event'

export const draftNameOf = (eventId: string) => `event:${eventId}`

export const hasStoredDraft = (draft: string) => readDraft(draft) !== undefined
