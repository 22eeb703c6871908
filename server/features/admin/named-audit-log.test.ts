import { expect, test } from 'vitest'

import { createNamedAuditLog } from './named-audit-log.ts'

const at = '2026-11-21T10:00:00.000Z'

test('members appear in the log by name, anything else by its id', async () => {
  const asked: string[] = []
  const list = createNamedAuditLog({
    auditLog: async () => ({
      items: [
        { id: '1', at, action: 'member.joined', actor: 'ada', target: 'ada' },
        { id: '2', at, action: 'session.denied', actor: 'ada', target: 'GET /api/admin/members' },
        { id: '3', at, action: 'session.denied', actor: null },
      ],
      next: 'more',
    }),
    namesOf: async (ids) => {
      asked.push(...ids)
      return new Map([['ada', 'Ada Lovelace']])
    },
  })

  const page = await list()

  expect(asked).toEqual(['ada', 'GET /api/admin/members'])
  expect(page.next).toBe('more')
  expect(page.items).toMatchObject([
    { actorName: 'Ada Lovelace', targetName: 'Ada Lovelace' },
    { actorName: 'Ada Lovelace', target: 'GET /api/admin/members' },
    { actor: null },
  ])
  expect(page.items[1]).not.toHaveProperty('targetName')
})
