import { describe, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'

import { expectCells, MAIN_MOMENTS, MAX_MEMORY, type Parts, rowsOf, watchMemory } from './cells.ts'
import { pushPart, smtpPart } from './delivery-parts.ts'
import { identityPart } from './identity-part.ts'
import { imagesPart } from './images-part.ts'
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

// One after the other: a folder that hangs keeps threads of the process.
describe('the folder of pictures', () => {
  const memory = watchMemory()
  test.for(rowsOf({ Images: imagesPart }))(
    'callers get what is promised while the folder of pictures fails, and soon after it all is well: %s, %s',
    { timeout: 4 * MINUTE },
    ([port, mode], { expect }) => expectCells(expect, imagesPart, port, mode, MAIN_MOMENTS),
  )
  test('failures of the folder of pictures leave no memory in use', ({ expect }) =>
    expect(memory.growth()).toBeLessThan(MAX_MEMORY))
})
