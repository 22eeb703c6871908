import { expect, test } from 'vitest'

import { createRightOfWay, TransactionPreempted } from './right-of-way.ts'

const COUNT = 'counters/one'

/** Whether it has resolved, after every step that can run now. */
const isWaiting = (work: Promise<unknown>) =>
  Promise.race([work.then(() => false), new Promise((resolve) => void setImmediate(resolve, true))])

test('the first of two conflicting transactions to commit succeeds, and the other runs again after it', async () => {
  const begin = createRightOfWay()
  const [first, second] = [begin(), begin()]
  await Promise.all([first.toRead([COUNT]), second.toRead([COUNT])])

  const commit = first.toCommit([COUNT])
  expect(await isWaiting(commit)).toBe(true)
  const refused: unknown = await second.toCommit([COUNT]).catch((error: unknown) => error)
  second.end()
  await commit

  expect(refused).toBeInstanceOf(TransactionPreempted)
  const { over } = refused as TransactionPreempted
  expect(await isWaiting(over)).toBe(true)
  first.end()
  await over
})

test('a reader waits for a document that is being committed, without being preempted', async () => {
  const begin = createRightOfWay()
  const [writer, reader] = [begin(), begin()]
  await writer.toCommit([COUNT])
  const read = reader.toRead([COUNT])
  expect(await isWaiting(read)).toBe(true)
  writer.end()
  await read
})

test('a reader that waits is preempted when another commits a change of what it has read', async () => {
  const begin = createRightOfWay()
  const [writer, other, reader] = [begin(), begin(), begin()]
  await writer.toCommit([COUNT])
  await reader.toRead(['events/one'])
  const read = reader.toRead([COUNT])
  const commit = other.toCommit(['events/one'])
  await expect(read).rejects.toThrow(TransactionPreempted)
  reader.end()
  await commit
})

test('a document that a query has read is protected like one that was read by id', async () => {
  const begin = createRightOfWay()
  const [writer, reader] = [begin(), begin()]
  reader.hasRead([COUNT])
  const commit = writer.toCommit([COUNT])
  expect(() => reader.hasRead(['counters/two'])).toThrow(TransactionPreempted)
  reader.end()
  await commit
})

test('transactions that write different documents, or only read the same ones, do not wait', async () => {
  const begin = createRightOfWay()
  const [one, two] = [begin(), begin()]
  await Promise.all([one.toRead(['settings/all']), two.toRead(['settings/all'])])
  const commits = Promise.all([one.toCommit(['counters/one']), two.toCommit(['counters/two'])])
  expect(await isWaiting(commits)).toBe(false)
})

test('any number of transactions on the same documents in any order all succeed', async () => {
  const begin = createRightOfWay()
  const stored = new Map([
    ['a', 0],
    ['b', 0],
  ])
  async function transfer(from: string, to: string): Promise<void> {
    const way = begin()
    try {
      await way.toRead([from])
      const before = stored.get(from)!
      await way.toRead([to])
      const target = stored.get(to)!
      await way.toCommit([from, to])
      await Promise.resolve()
      stored.set(from, before - 1)
      stored.set(to, target + 1)
    } catch (error) {
      if (!(error instanceof TransactionPreempted)) throw error
      way.end()
      await error.over
      return transfer(from, to)
    } finally {
      way.end()
    }
  }
  await Promise.all(
    Array.from({ length: 40 }, (_, at) => (at % 4 === 0 ? transfer('b', 'a') : transfer('a', 'b'))),
  )
  expect([...stored.values()]).toEqual([-20, 20])
})
