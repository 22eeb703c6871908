const MAX_LENGTH = 60

/** A text of a file as a message quotes it. */
export const shortened = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)
