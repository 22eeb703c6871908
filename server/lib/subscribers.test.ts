import { expect, test } from 'vitest'

import { createSubscribers } from './subscribers.ts'

test('subscribers are called one after the other, in the order in which they subscribed', async () => {
  const { subscribe, emit } = createSubscribers<[name: string]>()
  const calls: string[] = []
  subscribe(async (name) => {
    await Promise.resolve()
    calls.push(`first ${name}`)
  })
  subscribe((name) => void calls.push(`second ${name}`))
  await emit('ada')
  expect(calls).toEqual(['first ada', 'second ada'])
})

test('a subscriber that rejects makes the event reject, and later ones are not called', async () => {
  const { subscribe, emit } = createSubscribers<[]>()
  const calls: string[] = []
  subscribe(() => Promise.reject(new Error('no')))
  subscribe(() => void calls.push('second'))
  await expect(emit()).rejects.toThrow('no')
  expect(calls).toEqual([])
})
