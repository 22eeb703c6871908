/** Up to this number, matches of a search are counted. Imports nothing, so that the browser can import it. */
export const MAX_COUNTED = 200
