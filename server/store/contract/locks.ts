import { setTimeout as wait } from 'node:timers/promises'

import { expect, test } from 'vitest'

import type { TestDatabase } from './fixture.ts'

export function lockContract(newDatabase: () => TestDatabase) {
  test('work with the same id runs in the order of the calls, also after work that fails', async () => {
    const store = newDatabase().open()
    const steps: string[] = []
    const work = (name: string) => async () => {
      steps.push(`${name} begins`)
      await wait(20)
      steps.push(`${name} ends`)
      if (name === 'first') throw new Error('refused')
      return name
    }
    const [first, second] = await Promise.allSettled([
      store.withLock('one', work('first')),
      store.withLock('one', work('second')),
    ])
    expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
    expect(first).toMatchObject({ reason: new Error('refused') })
    expect(second).toMatchObject({ value: 'second' })
  })

  test('work with one id does not wait for work with another', async () => {
    const store = newDatabase().open()
    const other = Promise.withResolvers<void>()
    const one = store.withLock('one', () => other.promise)
    await store.withLock('two', async () => other.resolve())
    await expect(one).resolves.toBeUndefined()
  })
}
