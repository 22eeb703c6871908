import { test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'

import { expectCells, rowsOf, type Parts } from './cells.ts'
import { pushPart, smtpPart } from './delivery-parts.ts'
import { identityPart } from './identity-part.ts'
import { sqlitePart } from './sqlite-part.ts'

const PARTS: Parts = {
  SQLite: sqlitePart,
  'Identity provider: lookup': identityPart('lookup'),
  'Identity provider: keys': identityPart('sessionKeys'),
  'Identity provider: exchange': identityPart('createSessionCookie'),
  'Mail server': smtpPart,
  'Push service': pushPart,
}

test.concurrent.for(rowsOf(PARTS))(
  'callers get what is promised while a port fails, and soon after it all is well: %s, %s',
  { timeout: 4 * MINUTE },
  ([port, mode], { expect }) => expectCells(expect, PARTS[port]!, port, mode),
)
