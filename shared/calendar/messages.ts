/** Written by `npm run messages` from the catalogues in `messages`. */
import { catalogue } from '#shared/lib/language/catalogue.ts'

import de from './messages/de.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }
import pt from './messages/pt.json' with { type: 'json' }

const { text, rich } = catalogue({ de, en, pt })

export const calendarSync = () => text('calendarSync')
export const calendarSyncTitle = () => text('calendarSyncTitle')
export const calendarSyncText = () => text('calendarSyncText')
export const calendarDelete = () => text('calendarDelete')
export const calendarCreating = () => text('calendarCreating')
export const calendarReplace = () => text('calendarReplace')
export const calendarCreate = () => text('calendarCreate')
export const calendarReady = () => text('calendarReady')
export const calendarReadyText = () => text('calendarReadyText')
export const calendarLink = () => text('calendarLink')
export const calendarOpen = () => text('calendarOpen')
export const calendarGoogleHint = () => text('calendarGoogleHint')
export const calendarSynced = <N = never>(values: { date: string | N; ago: string | N }) => rich<N>('calendarSynced', values)
export const calendarNotSynced = <N = never>(values: { date: string | N }) => rich<N>('calendarNotSynced', values)
export const calendarLost = () => text('calendarLost')
export const calendarJoin = <N = never>(values: { url: string | N }) => rich<N>('calendarJoin', values)
export const calendarChapterLink = () => text('calendarChapterLink')
export const calendarChapterAtom = () => text('calendarChapterAtom')
export const calendarChapterHint = <N = never>(values: { query: string | N }) => rich<N>('calendarChapterHint', values)
