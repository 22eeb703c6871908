/** Imports nothing, so that browsers can use it. */

/** Characters that show nothing, as part of a character class. */
export const UNSEEN = String.raw`\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800`
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu')

/** The number of visible characters. */
export const visibleLength = (text: string) => [...text.replace(ALL_UNSEEN, '')].length
