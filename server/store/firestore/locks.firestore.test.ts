import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'

import { startDistantFirestore } from '#server/testing/stand-ins/distant-firestore.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { counters, increment } from '#server/store/contract/fixture.ts'

const SIX = Array.from({ length: 6 }, (_, at) => at)

// The emulator compiles its code on first use, which takes seconds.
beforeAll(async () => {
  const store = openTemporaryStore([counters])
  for (const each of SIX) await store.withLock('one', () => increment(store, `count-${each}`))
  await store.close()
})

test('processes that want the same lock hold it one after the other', async () => {
  const { open } = await startDistantFirestore([counters], 10)
  const stores = [open(), open(), open()]
  let holders = 0
  let mostHolders = 0
  await Promise.all(
    SIX.map((at) =>
      stores[at % 3]!.withLock('one', async () => {
        mostHolders = Math.max(mostHolders, (holders += 1))
        await wait(20)
        holders -= 1
      }),
    ),
  )
  expect(mostHolders).toBe(1)
})

test('a lock whose holder has died is acquired within seconds', async () => {
  const { open } = await startDistantFirestore([counters], 0)
  const [dead, alive] = [open(), open()]
  const death = Promise.withResolvers<void>()
  const dying = Promise.withResolvers<void>()
  const held = dead.withLock('one', () => {
    dying.resolve()
    return death.promise
  })
  await dying.promise
  const began = performance.now()
  await alive.withLock('one', () => increment(alive, 'count'))
  expect(performance.now() - began).toBeLessThan(6_000)
  const again = performance.now()
  await alive.withLock('one', () => increment(alive, 'count'))
  expect(performance.now() - again).toBeLessThan(2_000)
  expect(await alive.get(counters, 'count')).toMatchObject({ count: 2 })
  death.resolve()
  await held
})

test('a holder that was taken for dead does not release the next holder’s lock', async () => {
  const { open } = await startDistantFirestore([counters], 0)
  const [slow, first, second] = [open(), open(), open()]
  const end = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const late = slow.withLock('one', () => {
    begun.resolve()
    return end.promise
  })
  await begun.promise
  await first.withLock('one', async () => {})
  const steps: string[] = []
  let waiting: Promise<void> | undefined
  await first.withLock('one', async () => {
    end.resolve()
    await late
    waiting = second.withLock('one', async () => void steps.push('second'))
    await wait(500)
    steps.push('first')
  })
  await waiting
  expect(steps).toEqual(['first', 'second'])
})

test('work runs without its lock while the store does not respond', async () => {
  const { open, proxy } = await startDistantFirestore([counters], 0)
  const store = open({ readDeadline: 1_000 })
  await store.withLock('one', async () => {})
  await proxy.refuse()
  await expect(store.withLock('one', async () => 'done')).resolves.toBe('done')
})
