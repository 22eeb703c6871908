import { createMemberRows } from '#server/features/admin/members/read-model.ts'
import { dayOf } from '#server/lib/weeks.ts'
import { bulkMember } from '#server/testing/bulk-members.ts'

import type { Figure } from './pages.ts'

const MANY = 100_000
const SAMPLES = 60

/** Latency of the admin's list of members, which is a scan over all of them in memory. */
export async function adminFigures(): Promise<Figure[]> {
  const now = Date.now()
  const rows = createMemberRows()
  for (let number = 1; number <= MANY; number += 1) rows.put(bulkMember(number, now))
  const facts = {
    lastDayOf: (id: string) => dayOf(now) - (Number(id.slice(-3)) % 200),
    hasMet: (id: string) => id.endsWith('1'),
    isConnected: (id: string) => id.endsWith('2'),
    tierOf: () => 'Member' as const,
  }
  const search = { filter: {}, sort: '-joined', today: dayOf(now), facts } as const
  const second = rows.page({ ...search, sort: 'name' }, { limit: 24 }).next
  const pages = {
    'first page': () => rows.page(search, { limit: 24 }),
    'by name, second page': () => rows.page({ ...search, sort: 'name' }, { limit: 24, cursor: second }),
    'by last activity': () => rows.page({ ...search, sort: '-active' }, { limit: 24 }),
    'search and filters': () =>
      rows.page(
        { ...search, filter: { q: 'a b', active: 'last30', never: 'met', tier: 'Member' } },
        { limit: 24 },
      ),
  }
  return Object.entries(pages).map(([kind, page]) => ({
    name: `admin’s members, ${kind}, p99 of ${MANY.toLocaleString('en')} members`,
    value: Math.round(p99(page)),
    unit: 'ms',
    bound: 'at most',
    limit: 100,
  }))
}

/** Warm-up, so that the code is compiled. */
function p99(work: () => unknown) {
  const took: number[] = []
  for (let at = 0; at < SAMPLES; at += 1) {
    const startedAt = performance.now()
    work()
    took.push(performance.now() - startedAt)
  }
  const warm = took.slice(SAMPLES / 3).toSorted((a, b) => a - b)
  return warm[Math.ceil(warm.length * 0.99) - 1] ?? 0
}
