import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { checkInList, showArrivals } from './queries.ts'

afterEach(() => vi.unstubAllGlobals())

const ada = { member: { id: 'ada', displayName: 'Ada' }, guests: 0, codeHash: 'hash' }

function answering(...answers: object[]) {
  const fetched = vi.fn<(url: string) => Promise<Response>>(async () => Response.json(answers.shift()))
  vi.stubGlobal('fetch', fetched)
  return () => fetched.mock.calls.map(([url]) => url.split('?')[1])
}

test('an unchanged list is kept, and the whole list is requested after a check-in on this device', async () => {
  const cache = new QueryClient()
  const list = checkInList('event')
  const queries = answering(
    { revision: 'first', items: [ada] },
    { revision: 'first' },
    { revision: 'second', items: [{ ...ada, checkedInAt: '2026-03-02T12:00:00.000Z' }] },
  )
  const loaded = await cache.fetchQuery(list)
  expect(await cache.fetchQuery(list)).toEqual(loaded)
  await showArrivals(cache, 'event', new Map([['ada', '2026-03-02T12:00:00.000Z']]))
  expect(await cache.fetchQuery(list)).toMatchObject({ revision: 'second' })
  expect(queries()).toEqual([undefined, 'revision=first', undefined])
})
