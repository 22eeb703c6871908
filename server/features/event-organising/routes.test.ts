import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { EventDocument } from '#server/features/events/collection.ts'
import { type Organising, startOrganising } from '#server/testing/organised-event.ts'

let world: Organising
/** Of the organiser, starting in an hour; Ada and Grace are going. */
let event: EventDocument

beforeAll(async () => {
  world = await startOrganising()
})
afterAll(() => world.close())
beforeEach(async () => {
  event = await world.putEvent({}, [world.ada.uid, world.grace.uid])
})

const at = (path: string, of = event) => `/api/events/${of.id}/${path}`

const REQUESTS = [
  ['GET', 'roster'],
  ['GET', 'roster.csv'],
  ['POST', 'announcements', { text: 'Hello' }],
  ['GET', 'check-in-list'],
  ['POST', 'check-ins', { items: [{ code: 'x', at: '2026-01-01T00:00:00Z' }] }],
  ['DELETE', 'check-ins/ada'],
] as const

describe('who may organise', () => {
  test.for(REQUESTS)('%s %s is for those who run the event', async ([method, path, body]) => {
    const ask = async (who: Organising['ada'], of: EventDocument) => {
      const answer = await who.call(method, at(path, of), { body })
      expect(answer.body).not.toContain(world.ada.uid)
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }
    const draft = await world.putEvent({ status: 'draft' })
    expect(await ask(world.grace, event)).toEqual([403, 'role_required'])
    expect(await ask(world.rival, event)).toEqual([403, 'not_your_event'])
    expect(await ask(world.rival, draft)).toEqual([404, 'event_not_found'])
    expect(await ask(world.organiser, { ...event, id: 'nothing' })).toEqual([404, 'event_not_found'])
    expect((await world.visitor(method, at(path), { body })).statusCode).toBe(401)
  })

  test('admins and hosts who organise may, too', async () => {
    const hosted = await world.putEvent({ hosts: [world.rival.uid] })
    for (const [who, of] of [
      [world.admin, event],
      [world.rival, hosted],
    ] as const) {
      expect((await who.call('GET', at('roster', of))).statusCode).toBe(200)
    }
  })
})
