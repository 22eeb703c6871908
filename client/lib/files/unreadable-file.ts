import * as m from '#shared/admin/messages.ts'
import { IMPORT_LIMITS } from '#shared/accounts/invitation-rules.ts'

/** The file cannot be read. The message is for the person. */
export class UnreadableFile extends Error {}

export const tooManyRows = (count: number) =>
  new UnreadableFile(m.importTooMany({ count, limit: IMPORT_LIMITS.rows }))
