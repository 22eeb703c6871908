/** Written by `npm run messages` from the catalogues in `messages`. */
import { catalogue } from '#shared/lib/language/catalogue.ts'

import de from './messages/de.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }
import pt from './messages/pt.json' with { type: 'json' }

const { text } = catalogue({ de, en, pt })

export const logClosed = () => text('logClosed')
export const batchTooLarge = () => text('batchTooLarge')
export const batchEncoding = () => text('batchEncoding')
export const batchJson = () => text('batchJson')
export const groupOverflow = () => text('groupOverflow')
