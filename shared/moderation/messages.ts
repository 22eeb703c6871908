/** Written by `npm run messages` from the catalogues in `messages`. */
import { catalogue } from '#shared/lib/language/catalogue.ts'

import de from './messages/de.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }
import pt from './messages/pt.json' with { type: 'json' }

const { text, rich } = catalogue({ de, en, pt })

export const reason = (values: { reason: string }) => text('reason', values)
export const kind = (values: { kind: string }) => text('kind', values)
export const ownTitle = () => text('ownTitle')
export const ownNone = () => text('ownNone')
export const ownPrivate = () => text('ownPrivate')
export const ownReport = <N = never>(values: { kind: string | N; reason: string | N }) => rich<N>('ownReport', values)
export const ownSentOpen = <N = never>(values: { date: string | N }) => rich<N>('ownSentOpen', values)
export const ownSentDecided = <N = never>(values: { date: string | N; outcome: string | N; decided: string | N }) => rich<N>('ownSentDecided', values)
export const reportTitle = (values: { kind: string }) => text('reportTitle', values)
export const reportText = () => text('reportText')
export const reportPart = () => text('reportPart')
export const reportProfile = () => text('reportProfile')
export const reportPhoto = () => text('reportPhoto')
export const reportEvent = () => text('reportEvent')
export const reportCover = () => text('reportCover')
export const reportReasonNone = () => text('reportReasonNone')
export const reportReasonRule = () => text('reportReasonRule')
export const reportDetails = () => text('reportDetails')
export const reportDetailsRule = () => text('reportDetailsRule')
export const reportSend = () => text('reportSend')
export const reportSent = () => text('reportSent')
export const warningTitle = () => text('warningTitle')
export const warningUnderstood = () => text('warningUnderstood')
export const refusedMany = (values: { count: number }) => text('refusedMany', values)
export const refusedTwice = () => text('refusedTwice')
export const refusedOwn = () => text('refusedOwn')
export const decisionUntilRule = () => text('decisionUntilRule')
export const decisionOwn = () => text('decisionOwn')
export const decisionMade = () => text('decisionMade')
export const decisionContentDeleted = () => text('decisionContentDeleted')
export const restoreNothing = () => text('restoreNothing')
export const restoreContentDeleted = () => text('restoreContentDeleted')
