/** Written by `npm run messages` from the catalogues in `messages`. */
import { catalogue } from '#shared/lib/language/catalogue.ts'

import de from './messages/de.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }
import pt from './messages/pt.json' with { type: 'json' }

const { text, rich } = catalogue({ de, en, pt })

export const slugRule = () => text('slugRule')
export const slugTaken = () => text('slugTaken')
export const nameRule = (values: { min: number }) => text('nameRule', values)
export const timeZoneRule = () => text('timeZoneRule')
export const stateRule = () => text('stateRule')
export const rightRequired = () => text('rightRequired')
export const lastLead = <N = never>(values: { chapter: string | N }) => rich<N>('lastLead', values)
export const joinClosed = () => text('joinClosed')
export const joinInvited = () => text('joinInvited')
export const joinLater = (values: { days: number }) => text('joinLater', values)
export const joinOften = () => text('joinOften')
export const inviteLater = (values: { days: number }) => text('inviteLater', values)
export const undoLate = () => text('undoLate')
