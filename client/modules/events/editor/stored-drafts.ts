/** Name of the draft of a new event. */
export const NEW_EVENT_DRAFT = 'event'

export const draftNameOf = (eventId: string) => `event:${eventId}`
