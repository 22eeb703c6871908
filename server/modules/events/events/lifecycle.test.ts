import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { DAY, HOUR } from '#shared/lib/durations.ts'
import {
  eventEdit,
  type EventFixture,
  openEventFixture,
  person,
} from '#server/testing/fixtures/event-fixture.ts'
import { events as collection } from './collection.ts'

const organiser = person('olga', 'organiser')

let fixture: EventFixture
beforeEach(() => {
  fixture = openEventFixture()
})
afterEach(() => fixture.close())

const load = async (id: string) => (await fixture.store.get(collection, id))!
const create = (more: Parameters<typeof eventEdit>[0] = {}) =>
  fixture.editor.create(organiser, eventEdit(more))
const published = async (more: Parameters<typeof eventEdit>[0] = {}) => {
  const { id } = await create(more)
  return fixture.lifecycle.publish(organiser, id)
}
const edit = (id: string, version: number, more: Parameters<typeof eventEdit>[0] = {}) =>
  fixture.editor.edit(organiser, id, version, eventEdit(more))
const going = (name: string, id: string) =>
  fixture.rsvps.respond(person(name), id, { state: 'going', guests: 0 })
const fields = (names: Record<string, unknown>) => ({ code: 'invalid_input', more: { fields: names } })

describe('an event that has started', () => {
  const started = async () => {
    const event = await published()
    fixture.advance(7 * DAY - 3 * HOUR)
    return event
  }

  test('an event that has started can be extended and described, but not rescheduled', async () => {
    const { id, version } = await started()
    await edit(id, version, { endsAt: '2026-03-09T11:00:00Z', description: 'We are here' })
    await expect(
      edit(id, version + 1, { startsAt: '2026-03-09T09:30:00Z', timeZone: 'Europe/Madrid' }),
    ).rejects.toMatchObject(
      fields({
        startsAt: 'This can’t be changed: the event has started.',
        timeZone: 'This can’t be changed: the event has started.',
      }),
    )
  })

  test('an event that has ended can only be described', async () => {
    const { id, version } = await started()
    await fixture.lifecycle.complete(organiser, id)
    fixture.advance(DAY)
    await edit(id, version + 1, { description: 'What we said', tags: ['Done'] })
    await expect(edit(id, version + 2, { title: 'Other', tags: ['Done'] })).rejects.toMatchObject(
      fields({ title: 'This can’t be changed: the event has ended.' }),
    )
  })
})

test('an ended event can be described by an editor who cannot see all of its hosts', async () => {
  const { id, version } = await published({ hosts: ['ada', 'ben'] })
  fixture.advance(8 * DAY)
  fixture.hide('olga', 'ada')
  expect(await edit(id, version, { hosts: ['ben'], description: 'What we said' })).toMatchObject({
    hosts: ['ada', 'ben'],
    description: 'What we said',
  })
})

describe('cancellation and completion', () => {
  test('a cancelled event keeps its first reason and cannot be edited', async () => {
    const { id } = await published()
    await fixture.lifecycle.cancel(organiser, id, ' Too few of us ')
    expect(await fixture.lifecycle.cancel(organiser, id, 'Another')).toMatchObject({
      status: 'cancelled',
      reason: 'Too few of us',
      sequence: 1,
    })
    await expect(edit(id, 3)).rejects.toMatchObject({ code: 'event_cancelled' })
    expect(fixture.facts.at(-1)).toMatchObject({ action: 'event.cancelled', reason: 'Too few of us' })
  })

  test('an event is completed a day after its end, once on however many replicas', async () => {
    const { id } = await published()
    fixture.advance(7 * DAY + 19 * HOUR)
    await fixture.lifecycle.completeEnded()
    expect(await load(id)).toMatchObject({ status: 'published' })
    fixture.advance(4 * HOUR)
    const replica = fixture.replica()
    await Promise.all([fixture.lifecycle.completeEnded(), replica.lifecycle.completeEnded()])
    expect(await load(id)).toMatchObject({ status: 'completed', version: 3, sequence: 0 })
  })
})

describe('copies', () => {
  test('copies of a series are separate drafts with the same local time and one cover', async () => {
    const cover = 'c'.repeat(64)
    const { id } = await published({ cover, hosts: ['ada'], rsvpDeadline: '2026-03-08T08:00:00Z' })
    const ids = await fixture.editor.duplicate(organiser, id, {
      startsAt: '2026-03-23T08:00:00Z',
      repeat: { every: 'weekly', count: 2 },
    })
    const copies = await Promise.all(ids.map(load))
    expect(copies).toMatchObject([
      { startsAt: '2026-03-23T08:00:00.000Z', rsvpDeadline: '2026-03-22T08:00:00.000Z', hosts: ['ada'] },
      { startsAt: '2026-03-30T07:00:00.000Z', endsAt: '2026-03-30T09:00:00.000Z', status: 'draft' },
    ])
    expect(copies[0]?.seriesId).toBe(copies[1]?.seriesId)
    expect(copies[0]).not.toHaveProperty('publishedAt')
    expect(fixture.pictures.at(-1)).toEqual({
      users: ids.map((copy) => `event:${copy}`),
      id: cover,
      oldId: '',
    })
  })

  test('no copy is created if one would be invalid', async () => {
    const { id } = await create({
      allDay: true,
      startsAt: '2026-03-09T00:00:00Z',
      endsAt: '2026-03-10T00:00:00Z',
    })
    await expect(
      fixture.editor.duplicate(organiser, id, { startsAt: '2026-03-23T08:00:00Z' }),
    ).rejects.toMatchObject(fields({ startsAt: expect.any(String) }))
    expect((await fixture.reader.list(organiser, 'drafts', {})).items).toHaveLength(1)
  })

  test('copies after the year 2999 are refused', async () => {
    const { id } = await create()
    const repeat = { every: 'weekly', count: 26 } as const
    await expect(
      fixture.editor.duplicate(organiser, id, { startsAt: '2999-12-30T08:00:00Z', repeat }),
    ).rejects.toMatchObject(fields({ startsAt: 'Enter a year between 1000 and 2999.' }))
  })
})

test('a deleted member is removed from the hosts of upcoming events', async () => {
  const { id } = await published({ hosts: ['ada', 'ben'] })
  await going('ada', id)
  await fixture.events.forget('ada')
  expect((await load(id)).hosts).toEqual(['ben'])
})

test('an export has the events a member created in full, and those they host as members see them', async () => {
  const secret = { joinUrl: 'https://meet.example/room', hosts: ['ada'] }
  const { id } = await published(secret)
  await create({ ...secret, title: 'Not yet known' })
  const [made, hosted] = await Promise.all(['olga', 'ada'].map((who) => fixture.events.exportOf(who)))
  expect(made?.map(({ title }) => title).toSorted()).toEqual(['Members’ breakfast', 'Not yet known'])
  expect(hosted).toMatchObject([{ id }])
  expect(JSON.stringify(hosted)).not.toMatch(/meet\.example|Not yet known/)
})
