import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

/** The organiser's event, starting in an hour; Ada and Grace are going. */
let event: EventDocument

const fixture = await startOrganiserFixture()
afterAll(() => fixture.close())
beforeEach(async () => {
  event = await fixture.putEvent({}, [fixture.ada.uid, fixture.grace.uid])
})

const at = (path: string, of = event) => `/api/events/${of.id}/${path}`

describe('the events of an organiser', () => {
  test.for(['roster', 'roster.csv', 'check-in-list'])('%s is for organisers of the event', async (path) => {
    const ask = async (who: OrganiserFixture['ada'], of: EventDocument) => {
      const answer = await who.call('GET', at(path, of))
      expect(answer.body).not.toContain(fixture.ada.uid)
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }
    const draft = await fixture.putEvent({ status: 'draft' })
    expect(await ask(fixture.grace, event)).toEqual([403, 'role_required'])
    expect(await ask(fixture.rival, event)).toEqual([403, 'not_your_event'])
    expect(await ask(fixture.rival, draft)).toEqual([404, 'event_not_found'])
    expect(await ask(fixture.organiser, { ...event, id: 'nothing' })).toEqual([404, 'event_not_found'])
    expect((await fixture.visitor('GET', at(path))).statusCode).toBe(401)
  })

  test('admins and hosts with the organiser role have access', async () => {
    const hosted = await fixture.putEvent({ hosts: [fixture.rival.uid] })
    for (const [who, of] of [
      [fixture.admin, event],
      [fixture.rival, hosted],
    ] as const) {
      expect((await who.call('GET', at('roster', of))).statusCode).toBe(200)
    }
  })
})
