import { expect, onTestFinished, test } from 'vitest'

import { StorePermissionDenied, StoreQuotaExceeded, StoreUnavailable } from '#server/store/port.ts'

import { createCircuitBreaker } from './circuit-breaker.ts'

function openBreaker() {
  const lines: string[] = []
  const store = { down: false, pings: 0 }
  const breaker = createCircuitBreaker({
    async ping() {
      store.pings += 1
      if (store.down) throw new StoreUnavailable('no answer')
    },
    reset: () => {},
    log: {
      warn: (_, line) => void lines.push(line),
      info: (_, line) => void lines.push(line),
    },
  })
  onTestFinished(breaker.stop)
  const fail = async (error: Error) => {
    const throwIt = async () => {
      throw error
    }
    await expect(breaker.run(throwIt)).rejects.toBe(error)
  }
  return { breaker, store, lines, fail }
}

test('the breaker rejects calls after a failed call and a failed ping, until the store responds', async () => {
  const { breaker, store, lines, fail } = openBreaker()
  store.down = true
  await fail(new StoreUnavailable('no answer'))
  await expect.poll(() => lines).toEqual(['store unreachable'])
  let sent = 0
  await expect(breaker.run(async () => (sent += 1))).rejects.toMatchObject({ kind: 'outage' })
  expect(sent).toBe(0)

  store.down = false
  await expect.poll(() => lines).toEqual(['store unreachable', 'store reachable again'])
  expect(await breaker.run(async () => 'sent')).toBe('sent')
})

test('one failed call does not open the breaker while the store responds to a ping', async () => {
  const { breaker, store, lines, fail } = openBreaker()
  await fail(new StoreUnavailable('no answer'))
  await expect.poll(() => store.pings).toBe(1)
  expect(await breaker.run(async () => 'sent')).toBe('sent')
  expect(lines).toEqual([])
})

test('a refusal by the store does not count as an outage', async () => {
  const { store, fail } = openBreaker()
  for (const error of [new StorePermissionDenied(''), new StoreQuotaExceeded(''), new Error('of the work')]) {
    await fail(error)
  }
  expect(store.pings).toBe(0)
})
