import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { allOf } from '#server/store/all-of.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import type { AuditFact } from './types.ts'
import { auditEntries } from './collection.ts'
import { createAuditLog } from './service.ts'

const store = openTemporaryStore([auditEntries])
afterAll(() => store.close())

let time = Date.now()
const lines: object[] = []
const log = {
  warn: (fact: object) => void lines.push(fact),
  error: (line: object) => void lines.push(line),
}
const audit = createAuditLog({ store, clock: () => time, newId: randomUUID, logger: log })
const stored = () => allOf(store, auditEntries, { orderBy: 'at', direction: 'desc' })

test('an audit entry of a transaction that fails is not stored', async () => {
  const failing = store.transact(async (tx) => {
    await audit.record({ action: 'test.rolled_back', actor: 'ada' }, tx)
    throw new Error('changed my mind')
  })

  await expect(failing).rejects.toThrow('changed my mind')
  expect((await stored()).map(({ action }) => action)).not.toContain('test.rolled_back')
})

test('every denial is logged, and stored once per person, reason and ten minutes', async () => {
  const denial = { action: 'session.denied', actor: 'eve', reason: 'role_required' } satisfies AuditFact
  lines.length = 0

  for (let call = 0; call < 200; call++) {
    audit.recordDenial({ ...denial, actor: null })
    audit.recordDenial(denial)
  }
  audit.recordDenial({ ...denial, reason: 'reauth_required' })
  time += 10 * MINUTE
  audit.recordDenial(denial)

  await expect.poll(async () => (await stored()).filter(({ actor }) => actor === 'eve').length).toBe(3)
  expect((await stored()).filter(({ actor }) => actor === null)).toEqual([])
  expect(lines).toHaveLength(402)
})
