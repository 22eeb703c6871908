import { afterEach, beforeEach, expect, test } from 'vitest'

import { openConnections } from '#server/testing/connections.ts'

import { connectionIdOf } from './connection-state.ts'

const ID = connectionIdOf('ada', 'grace')

let world: ReturnType<typeof openConnections>
beforeEach(() => {
  world = openConnections()
})
afterEach(() => world.close())

test.for<[string, () => Promise<unknown>]>([
  ['nothing', async () => {}],
  ['a decline', () => world.decline('grace', ID)],
  ['a decline thought better of', () => world.decline('grace', ID).then(() => world.undo('grace', ID))],
  ['a block', () => world.block('grace', 'ada')],
])('taking back a withdrawal again answers the same, whatever was met in between: %s', async ([, meet]) => {
  await world.ask('ada', { memberId: 'grace', note: '' })
  await world.withdraw('ada', ID)
  const first = await world.undo('ada', ID)
  await meet()
  expect(await world.undo('ada', ID)).toEqual(first)
})

test.for<[string, () => Promise<unknown>]>([
  ['nothing', async () => {}],
  ['a decline', () => world.decline('grace', ID)],
])('asking again ends the time to take back, whatever was met in between: %s', async ([, meet]) => {
  await world.ask('ada', { memberId: 'grace', note: '' })
  await world.withdraw('ada', ID)
  await world.undo('ada', ID)
  await meet()
  await world.ask('ada', { memberId: 'grace', note: 'Please' })
  await expect(world.undo('ada', ID)).rejects.toMatchObject({ code: 'too_late_to_undo' })
})

test('a request that was blocked from sight stays so when the block is lifted, and its asker goes on waiting', async () => {
  const asked = await world.ask('ada', { memberId: 'grace', note: 'Hello' })
  await world.block('grace', 'ada')
  await world.unblock('grace', 'ada')
  expect(await world.with('ada', 'grace')).toEqual(asked)
  expect(await world.with('grace', 'ada')).toEqual({ memberId: 'ada', state: 'none' })
  expect(await world.counts('grace')).toMatchObject({ received: 0 })
})
