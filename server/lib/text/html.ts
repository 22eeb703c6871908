/** Escapes text for elements and for attributes in double quotes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** JSON that cannot end its script element. */
export const jsonForHtml = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')
