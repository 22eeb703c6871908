/** Limits of the search. Imports nothing, so that the browser can import it. */

/** Characters. */
export const MAX_QUERY = 100
/** Results of each kind. */
export const MAX_RESULTS = 5
