import * as m from '#shared/lib/messages.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { formatAt } from '#shared/lib/date-style.ts'
import { codeOf } from '#shared/lib/short-code.ts'

import { buildOf } from './build.ts'

/** `22 Nov 2026, 20:35:10 CET`, because the operator may be in another zone. */
export const timeOf = ({ timestamp }: ClientErrorEntry) =>
  formatAt(new Date(timestamp), {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })

/** The text of `Copy details`, for an email to the operator. */
export const detailsOf = (entry: ClientErrorEntry) =>
  `${m.errorCode()}: ${codeOf(entry)}
${m.errorTime()}: ${timeOf(entry)}
${m.errorPage()}: ${entry.url}
${m.errorMessage()}: ${entry.message}
${m.errorBuild()}: ${buildOf(document)}
${m.errorBrowser()}: ${entry.userAgent}`
