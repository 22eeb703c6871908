import { afterEach, beforeEach, expect, test } from 'vitest'

import { type EventFixture, openEventFixture, person } from '#server/testing/fixtures/event-fixture.ts'

const NAMES = ['ada', 'bo', 'cleo', 'dan', 'eve', 'fay', 'gil', 'hal']

let fixture: EventFixture
beforeEach(async () => {
  fixture = openEventFixture()
  await fixture.admit(NAMES)
})
afterEach(() => fixture.close())

async function putWith(id: string, going: readonly string[], more: object = {}) {
  await fixture.put({ id, ...more })
  for (const name of going) await fixture.rsvps.respond(person(name), id, { state: 'going', guests: 0 })
}

async function peopleAt(id: string, viewer = 'ada') {
  const { items } = await fixture.reader.list(person(viewer), 'upcoming', {})
  const { host, faces, connectionsGoing } = items.find((event) => event.id === id)!
  expect(await fixture.reader.details(person(viewer), id)).toMatchObject({ faces, connectionsGoing })
  return { host: host?.displayName, faces: faces.map(({ displayName }) => displayName), connectionsGoing }
}

test('faces are at most five others, connections first, each in the order of their seats', async () => {
  await fixture.connect('ada', ['gil', 'fay', 'hal'])
  await putWith('event', ['ada', 'bo', 'cleo', 'dan', 'eve', 'fay', 'gil'])
  expect(await peopleAt('event')).toEqual({
    host: undefined,
    faces: ['fay', 'gil', 'bo', 'cleo', 'dan'],
    connectionsGoing: 2,
  })
})

test('connections at several events are in the order of the seats of each', async () => {
  await fixture.connect('ada', NAMES.slice(1))
  await putWith('one', ['hal', 'bo', 'gil', 'cleo'])
  await putWith('two', ['cleo', 'gil', 'bo', 'hal'])
  expect([await peopleAt('one'), await peopleAt('two')]).toMatchObject([
    { faces: ['hal', 'bo', 'gil', 'cleo'] },
    { faces: ['cleo', 'gil', 'bo', 'hal'] },
  ])
})

test('the number of connections counts those without a face, too', async () => {
  await fixture.connect('ada', NAMES.slice(1))
  await putWith('event', NAMES)
  expect(await peopleAt('event')).toMatchObject({ connectionsGoing: 7, faces: { length: 5 } })
})

test('faces of several events are not mixed up, and an event without attendees has none', async () => {
  await fixture.connect('ada', ['bo'])
  await putWith('one', ['bo'])
  await putWith('two', ['cleo', 'bo'])
  await putWith('empty', [])
  expect([await peopleAt('one'), await peopleAt('two'), await peopleAt('empty')]).toMatchObject([
    { faces: ['bo'], connectionsGoing: 1 },
    { faces: ['bo', 'cleo'], connectionsGoing: 1 },
    { faces: [], connectionsGoing: 0 },
  ])
})

test('people separated from the viewer by a block have no face, and are not counted', async () => {
  await fixture.connect('ada', ['bo', 'cleo'])
  await putWith('event', ['bo', 'cleo', 'dan'], { hosts: ['bo', 'eve'] })
  await fixture.block('bo', ['ada'])
  await fixture.block('ada', ['dan'])
  expect(await peopleAt('event')).toEqual({ host: 'eve', faces: ['cleo'], connectionsGoing: 1 })
  expect((await peopleAt('event', 'eve')).faces).toEqual(['bo', 'cleo', 'dan'])
})

test('people on the waitlist, or who can’t go, have no face', async () => {
  await fixture.connect('ada', ['cleo', 'dan'])
  await putWith('event', ['bo', 'cleo'], { capacity: 1 })
  await fixture.rsvps.respond(person('dan'), 'event', { state: 'declined', guests: 0 })
  expect(await peopleAt('event')).toMatchObject({ faces: ['bo'], connectionsGoing: 0 })
})
