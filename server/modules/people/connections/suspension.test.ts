import { afterEach, beforeEach, expect, test } from 'vitest'

import { createConnectionFixture } from '#server/testing/fixtures/connection-fixture.ts'

import { connectionIdOf } from './connection-state.ts'

const ID = connectionIdOf('ada', 'grace')

let fixture: ReturnType<typeof createConnectionFixture>
beforeEach(() => {
  fixture = createConnectionFixture()
})
afterEach(() => fixture.close())

const asking = (actor: string, memberId: string) => fixture.sendRequest(actor, { memberId, note: 'Hello' })
const views = async () =>
  [await fixture.relationshipWith('ada', 'grace'), await fixture.relationshipWith('grace', 'ada')].map(
    ({ state }) => state,
  )
const connect = async () => {
  await asking('ada', 'grace')
  await fixture.accept('grace', ID)
}

test('a request to a suspended member is shown to them when they return', async () => {
  await fixture.suspend('grace')
  expect(await asking('ada', 'grace')).toMatchObject({ state: 'requestSent', note: 'Hello' })
  expect(await fixture.counts('ada')).toMatchObject({ sent: 1 })
  await fixture.readmit('grace')
  expect(await views()).toEqual(['requestSent', 'requestReceived'])
})

test('a connection with a suspended member is hidden, and reappears when they return', async () => {
  await connect()
  await fixture.suspend('grace')
  expect(await fixture.relationshipWith('ada', 'grace')).toEqual({ memberId: 'grace', state: 'none' })
  await expect(fixture.visibleConnection('ada', ID)).rejects.toMatchObject({ code: 'connection_not_found' })
  expect(await fixture.counts('ada')).toMatchObject({ accepted: 0 })
  await fixture.readmit('grace')
  expect(await views()).toEqual(['connected', 'connected'])
})

test('a member removed while suspended stays removed', async () => {
  await connect()
  await fixture.suspend('grace')
  expect(await fixture.remove('ada', ID)).toEqual({ memberId: 'grace', state: 'none' })
  await expect(fixture.undo('ada', ID)).rejects.toMatchObject({ code: 'too_late_to_undo' })
  await fixture.readmit('grace')
  expect(await views()).toEqual(['none', 'none'])
})

test('a request of a suspended member can be answered once they return', async () => {
  await asking('grace', 'ada')
  await fixture.suspend('grace')
  for (const command of [fixture.accept, fixture.decline]) {
    await expect(command('ada', ID)).rejects.toMatchObject({ code: 'request_withdrawn' })
  }
  await fixture.readmit('grace')
  expect(await fixture.accept('ada', ID)).toMatchObject({ state: 'connected' })
})
