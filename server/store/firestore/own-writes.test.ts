import { expect, test } from 'vitest'

import { createOwnWrites, type OwnCommit } from './own-writes.ts'

function send() {
  const commit: OwnCommit = { id: 'commit', isCommitted: false }
  const answered = Promise.withResolvers<void>()
  const [outbox, members] = [createOwnWrites(), createOwnWrites()]
  outbox.sent('entry', commit, answered.promise)
  members.sent('ada', commit, answered.promise)
  return { commit, answered, outbox, members }
}

/** Whether it has resolved after all that can happen without input. */
async function isDone(work: Promise<void>) {
  let done = false
  void work.then(() => (done = true))
  await new Promise((resolve) => setImmediate(resolve))
  return done
}

test('a reader does not wait for a write whose outcome is unknown', async () => {
  const { members } = send()
  expect(await isDone(members.delivered())).toBe(true)
})

test('a reader waits for the rest of a commit once one of its writes has arrived', async () => {
  const { outbox, members } = send()
  outbox.arrived('entry', 'commit')
  const delivered = members.delivered()
  expect(await isDone(delivered)).toBe(false)
  members.arrived('ada', 'commit')
  expect(await isDone(delivered)).toBe(true)
})

test('a reader waits for a committed write until it arrives, and not for a failed one', async () => {
  const committed = send()
  committed.commit.isCommitted = true
  committed.answered.resolve()
  expect(await isDone(committed.members.delivered())).toBe(false)
  const failed = send()
  failed.answered.resolve()
  expect(await isDone(failed.members.delivered())).toBe(true)
})
