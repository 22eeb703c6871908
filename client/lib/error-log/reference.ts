import type { ClientErrorEntry } from '#shared/client-errors.ts'
import { codeOf } from '#shared/short-code.ts'

import { buildOf } from './build.ts'

export const ERROR_CODE = 'Error code'
export const COPY_DETAILS = 'Copy details'

/** `22 Nov 2026, 20:35:10 CET`: the operator may be in another zone. */
export const timeOf = ({ timestamp }: ClientErrorEntry) =>
  new Date(timestamp).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'long' })

/** What `Copy details` copies, for an email to the operator. */
export const detailsOf = (entry: ClientErrorEntry) =>
  `${ERROR_CODE}: ${codeOf(entry)}
Time: ${timeOf(entry)}
Page: ${entry.url}
Error: ${entry.message}
Build: ${buildOf(document)}
Browser: ${entry.userAgent}`
