import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { watchConnection } from '#client/lib/connection.ts'
import { reachable } from '#client/lib/http.ts'
import { call } from '#client/lib/http.ts'

import { createQueryClient } from './query-client.ts'

let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => {
  // Runs first, since an unmounted client no longer follows it. The files of a worker share its state.
  reachable.set(true)
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Time of each query, in milliseconds since the first, while some addresses get no answer. */
async function triesWithout(answers: (url: string) => boolean) {
  const startedAt = Date.now()
  const tries: number[] = []
  const polls: number[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    ;(url === '/api/any' ? tries : polls).push(Date.now() - startedAt)
    if (answers(url)) return Response.json({ authenticated: false })
    throw new TypeError('Failed to fetch')
  })
  const client = createQueryClient()
  client.mount()
  const unwatch = watchConnection()
  const unobserve = new QueryObserver(client, {
    queryKey: ['any'],
    queryFn: () => call('/api/any'),
  }).subscribe(() => {})
  stop = () => {
    unobserve()
    unwatch()
    client.unmount()
  }
  await vi.advanceTimersByTimeAsync(MINUTE)
  return { tries, polls }
}

test('a query that gets no answer, while the server answers others, is retried 1 s and then 2 s later', async () => {
  const { tries } = await triesWithout((url) => url !== '/api/any')
  const gaps = tries.slice(1).map((at, index) => at - tries[index]!)
  // The server is reachable again a second after each last retry, which resets the delays.
  expect(gaps.slice(0, 8)).toEqual([1_000, 2_000, 1_000, 1_000, 2_000, 1_000, 1_000, 2_000])
})

test('while the server does not answer, only the connection is polled, at intervals that double from 1 s', async () => {
  const { tries, polls } = await triesWithout(() => false)
  expect(tries).toEqual([0])
  expect(polls).toEqual([1_000, 3_000, 7_000, 15_000, 31_000])
})
