/** Name of the draft of a new meeting that was not started from a connection, an event or an introduction. */
export const NEW_MEETING_DRAFT = 'meeting'
