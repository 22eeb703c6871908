import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Actor } from '#server/lib/actor.ts'
import { openConnections } from '#server/testing/connections.ts'

import { connectionIdOf } from './connection-state.ts'

const ID = connectionIdOf('ada', 'grace')
const ada = { id: 'ada' } as Actor

let world: ReturnType<typeof openConnections>
beforeEach(() => {
  world = openConnections()
})
afterEach(() => world.close())

const asking = (actor: string, memberId: string) => world.ask(actor, { memberId, note: 'Hello' })
const views = async () =>
  [await world.with('ada', 'grace'), await world.with('grace', 'ada')].map(({ state }) => state)
const connect = async () => {
  await asking('ada', 'grace')
  await world.accept('grace', ID)
}

test('a request to someone suspended waits for them, and is there when they come back', async () => {
  world.away.add('grace')
  expect(await asking('ada', 'grace')).toMatchObject({ state: 'requestSent', note: 'Hello' })
  expect(await world.counts('ada')).toMatchObject({ sent: 1 })
  world.away.delete('grace')
  expect(await views()).toEqual(['requestSent', 'requestReceived'])
})

test('a connection with someone suspended is out of reach, and holds again when they come back', async () => {
  await connect()
  world.away.add('grace')
  expect(await world.with('ada', 'grace')).toEqual({ memberId: 'grace', state: 'none' })
  await expect(world.details(ada, ID)).rejects.toMatchObject({ code: 'connection_not_found' })
  expect(await world.counts('ada')).toMatchObject({ accepted: 0 })
  world.away.delete('grace')
  expect(await views()).toEqual(['connected', 'connected'])
})

test('whom one removes while they are suspended stays removed', async () => {
  await connect()
  world.away.add('grace')
  expect(await world.remove('ada', ID)).toEqual({ memberId: 'grace', state: 'none' })
  await expect(world.undo('ada', ID)).rejects.toMatchObject({ code: 'too_late_to_undo' })
  world.away.delete('grace')
  expect(await views()).toEqual(['none', 'none'])
})

test('a request of someone suspended can be answered once they come back', async () => {
  await asking('grace', 'ada')
  world.away.add('grace')
  for (const act of [world.accept, world.decline]) {
    await expect(act('ada', ID)).rejects.toMatchObject({ code: 'request_withdrawn' })
  }
  world.away.delete('grace')
  expect(await world.accept('ada', ID)).toMatchObject({ state: 'connected' })
})
