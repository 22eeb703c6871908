import { expect, test } from 'vitest'

import { auditEntries } from './collection.ts'

test('no code path can change or delete an entry', () => {
  expect(auditEntries.appendOnly).toBe(true)
})
