import { expect, test } from 'vitest'

import { StoreContention } from '#server/store/port.ts'

import { retryOnContention } from './retry-on-contention.ts'

const losing = (times: number, error: Error) => {
  let calls = 0
  const work = async () => {
    calls += 1
    if (calls <= times) throw error
    return 'done'
  }
  return { work, calls: () => calls }
}

test('contention is retried up to a limit', async () => {
  const busy = new StoreContention('busy')
  await expect(retryOnContention(losing(3, busy).work)).resolves.toBe('done')
  const hopeless = losing(Infinity, busy)
  await expect(retryOnContention(hopeless.work)).rejects.toBe(busy)
  expect(hopeless.calls()).toBe(4)
})

test('any other error is not retried', async () => {
  const broken = losing(1, new Error('broken'))
  await expect(retryOnContention(broken.work)).rejects.toThrow('broken')
  expect(broken.calls()).toBe(1)
})
