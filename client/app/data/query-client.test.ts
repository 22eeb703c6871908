import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { DeadlineError, OfflineError, ProblemError } from '#client/lib/request-errors.ts'
import { reachable } from '#client/lib/http.ts'

import { createQueryClient } from './query-client.ts'

const refusal = new ProblemError({ status: 404, code: 'event_not_found', title: 'There is no such event.' })
const outage = new ProblemError({ status: 503, code: 'session_unavailable', title: 'Try again.' })

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  reachable.set(true)
})

test('data stays fresh for 10 minutes and cached for 15', async () => {
  const client = createQueryClient()
  let asked = 0
  const query = { queryKey: ['events'], queryFn: async () => (asked += 1) }
  await client.fetchQuery(query)
  await vi.advanceTimersByTimeAsync(599_999)
  await client.fetchQuery(query)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await client.fetchQuery(query)
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(899_999)
  expect(client.getQueryData(['events'])).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(client.getQueryData(['events'])).toBeUndefined()
})

test('queries are refetched on reconnect, not on focus', () => {
  const { queries } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({ refetchOnWindowFocus: false, refetchOnReconnect: true })
})

test('the retry delay doubles from 1 s and stays at 30 s', () => {
  const { queries } = createQueryClient().getDefaultOptions()
  const delay = queries?.retryDelay as (failures: number, error: Error) => number
  expect([0, 1, 2, 3, 4, 5, 6].map((failures) => delay(failures, outage))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
})

/** Time of each attempt, in milliseconds since the first. */
async function triesOf(error: Error) {
  const client = createQueryClient()
  const startedAt = Date.now()
  const tries: number[] = []
  const queryFn = () => {
    tries.push(Date.now() - startedAt)
    return Promise.reject(error)
  }
  // Fetched through an observer like screens do, since `fetchQuery` has its own defaults.
  const stop = new QueryObserver(client, { queryKey: ['any'], queryFn }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(120_000)
  stop()
  return tries
}

describe('retries', () => {
  test('a query is retried 1 s after an outage, and 2 s after that', async () => {
    expect(await triesOf(outage)).toEqual([0, 1_000, 3_000])
    expect(await triesOf(new OfflineError())).toEqual([0, 1_000, 3_000])
  })

  test('a refused query is not retried', async () => {
    expect(await triesOf(refusal)).toEqual([0])
  })

  test('a query is not retried once its deadline has passed', async () => {
    expect(await triesOf(new DeadlineError())).toEqual([0])
  })

  test('a command is not retried by the query cache, because the request layer repeats writes', async () => {
    const client = createQueryClient()
    let sent = 0
    const mutation = client.getMutationCache().build(client, {
      mutationFn: async () => {
        sent += 1
        throw outage
      },
    })
    const failed = mutation.execute(undefined).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(await failed).toBe(outage)
    expect(sent).toBe(1)
  })
})

test('a query pauses while the server is unreachable, and resumes automatically', async () => {
  const client = createQueryClient()
  client.mount()
  reachable.set(false)
  const answer = client.fetchQuery({ queryKey: ['dashboard'], queryFn: async () => 'here' })
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(client.getQueryState(['dashboard'])?.fetchStatus).toBe('paused')
  reachable.set(true)
  expect(await answer).toBe('here')
  client.unmount()
})

test('a cache created while the server is unreachable pauses too', async () => {
  reachable.set(false)
  const client = createQueryClient()
  client.mount()
  const answer = client.fetchQuery({ queryKey: ['profile'], queryFn: async () => 'here' })
  expect(client.getQueryState(['profile'])?.fetchStatus).toBe('paused')
  reachable.set(true)
  expect(await answer).toBe('here')
  client.unmount()
})
