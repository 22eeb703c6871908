import { afterEach, beforeEach, describe, expect, test } from 'vitest'

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
const fields = (names: Record<string, unknown>) => ({ code: 'invalid_input', more: { fields: names } })

describe('a draft', () => {
  test('a draft is stored with plain texts and instants in UTC', async () => {
    const draft = await create({
      title: '  Members’   breakfast\u202e ',
      summary: ' Coffee \r\nand one question ',
      startsAt: '2026-03-09T08:00:00Z',
      endsAt: '2026-03-09T12:00:00+02:00',
      tags: ['Food', ' Food ', 'AI', 'ai', 'food', '  '],
      format: 'hybrid',
      joinUrl: 'https://bücher.example/räume ',
    })
    expect(draft).toMatchObject({
      title: 'Members’ breakfast',
      summary: 'Coffee \nand one question',
      startsAt: '2026-03-09T08:00:00.000Z',
      endsAt: '2026-03-09T10:00:00.000Z',
      tags: ['Food', 'AI'],
      joinUrl: 'https://xn--bcher-kva.example/r%C3%A4ume',
      status: 'draft',
      version: 1,
      createdBy: 'olga',
    })
  })

  test('the join link is removed when the event becomes one in person', async () => {
    const joinUrl = 'https://example.org/room'
    const { id } = await create({ format: 'hybrid', joinUrl })
    expect(await edit(id, 1, { format: 'inPerson', joinUrl })).not.toHaveProperty('joinUrl')
    expect(await create({ format: 'inPerson', joinUrl })).not.toHaveProperty('joinUrl')
  })

  test.for<[string, Parameters<typeof eventEdit>[0]]>([
    ['venue.address.country_code', { venue: { name: 'Hall', address: { country_code: 'XX' } } }],
    ['title', { title: 'a \u200b ' }],
    ['endsAt', { endsAt: '2026-03-09T08:00:00Z' }],
    ['endsAt', { endsAt: '2026-04-09T08:00:00Z' }],
    ['rsvpDeadline', { rsvpDeadline: '2026-03-09T08:00:01Z' }],
    ['startsAt', { startsAt: '1000-01-01T00:00:00+05:00' }],
    ['endsAt', { startsAt: '2999-12-31T23:00:00Z', endsAt: '2999-12-31T23:30:00-05:00' }],
    ['rsvpDeadline', { rsvpDeadline: '1000-01-01T00:00:00+05:00' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: '+01:00' }],
    ['timeZone', { timeZone: 'PST' }],
    ['startsAt', { allDay: true, endsAt: '2026-03-10T00:00:00Z' }],
    ['endsAt', { allDay: true, startsAt: '2026-03-09T00:00:00Z' }],
    ['guestsMax', { capacity: 2, guestsMax: 2 }],
    ['hosts.1', { hosts: ['olga', 'nobody'] }],
    ['joinUrl', { format: 'online', joinUrl: 'https://bank.example@evil.example/' }],
    ['joinUrl', { format: 'online', joinUrl: 'https://two words.example/' }],
    ['joinUrl', { format: 'online', joinUrl: `https://example.org/${'ü'.repeat(400)}` }],
  ])('an invalid %s is refused with a message for the field: %j', async ([field, wrong]) => {
    await expect(create(wrong)).rejects.toMatchObject(fields({ [field]: expect.any(String) }))
  })

  test.for<[string, Parameters<typeof eventEdit>[0]]>([
    ['neither a venue nor a join link', { format: 'hybrid', venue: { name: '', address: {} } }],
    ['a start in the past', { startsAt: '2025-03-09T08:00:00Z', endsAt: '2025-03-09T09:00:00Z' }],
    [
      '31 days by the calendar, of which one is longer',
      {
        allDay: true,
        startsAt: '2026-10-10T00:00:00+01:00',
        endsAt: '2026-11-10T00:00:00Z',
      },
    ],
    [
      'a day without a midnight',
      {
        allDay: true,
        timeZone: 'Africa/Cairo',
        startsAt: '2026-04-23T22:00:00Z',
        endsAt: '2026-04-24T21:00:00Z',
      },
    ],
  ])('a draft may have %s', async ([, more]) => {
    await expect(create(more)).resolves.toMatchObject({ status: 'draft' })
  })

  test('a deleted draft is gone and its picture released', async () => {
    const cover = 'c'.repeat(64)
    const { id } = await create({ cover })
    await fixture.editor.remove(organiser, id)
    await expect(fixture.reader.details(organiser, id)).rejects.toMatchObject({ status: 404 })
    expect(fixture.pictures).toEqual([
      { users: [`event:${id}`], id: cover, oldId: '' },
      { users: [`event:${id}`], id: '', oldId: cover },
    ])
    expect(fixture.facts).toMatchObject([{ action: 'event.deleted', actor: 'olga', target: id }])
  })
})

describe('publishing', () => {
  test.for<[string, Parameters<typeof eventEdit>[0]]>([
    ['venue.name', { format: 'inPerson', venue: { name: ' ', address: {} } }],
    ['joinUrl', { format: 'online' }],
    ['joinUrl', { format: 'hybrid' }],
    ['endsAt', { startsAt: '2026-03-01T08:00:00Z', endsAt: '2026-03-02T12:00:00Z' }],
  ])('an event without a valid %s cannot be published: %j', async ([field, more]) => {
    const { id } = await create(more)
    await expect(fixture.lifecycle.publish(organiser, id)).rejects.toMatchObject(
      fields({ [field]: expect.any(String) }),
    )
    expect(await load(id)).toMatchObject({ status: 'draft', version: 1 })
  })

  test('an event can be published while it is under way', async () => {
    await expect(published({ startsAt: '2026-03-02T11:00:00Z' })).resolves.toMatchObject({
      status: 'published',
    })
  })

  test('publishing twice counts once', async () => {
    const { id, version } = await published()
    expect(await fixture.lifecycle.publish(organiser, id)).toMatchObject({ version })
    expect(fixture.facts.map(({ action }) => action)).toEqual(['event.published'])
  })

  test('an event can be moved back to drafts until it has an RSVP', async () => {
    const { id } = await published()
    await fixture.lifecycle.unpublish(organiser, id)
    await fixture.lifecycle.publish(organiser, id)
    await fixture.rsvps.respond(person('ada'), id, { state: 'declined', guests: 0 })
    await expect(fixture.lifecycle.unpublish(organiser, id)).rejects.toMatchObject({
      code: 'event_has_rsvps',
    })
  })
})

describe('an edit', () => {
  test('an edit of an older version changes nothing', async () => {
    const { id } = await create()
    await edit(id, 1, { title: 'First' })
    await expect(edit(id, 1, { title: 'Second' })).rejects.toMatchObject({ status: 412 })
    expect(await load(id)).toMatchObject({ title: 'First', version: 2 })
  })

  test('one of two simultaneous edits is refused', async () => {
    const { id } = await create()
    const both = await Promise.allSettled([edit(id, 1, { title: 'Here' }), edit(id, 1, { title: 'There' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a repeated edit succeeds and changes nothing more', async () => {
    const { id } = await published()
    const first = await edit(id, 2, { title: 'Once' })
    expect(await edit(id, 2, { title: 'Once' })).toEqual(first)
  })

  test('an edit removes the fields it leaves out', async () => {
    const { id } = await create({ capacity: 9, rsvpDeadline: '2026-03-08T08:00:00Z' })
    const after = await edit(id, 1)
    expect([after.capacity, after.rsvpDeadline]).toEqual([undefined, undefined])
    expect(after.createdBy).toBe('olga')
  })

  test.for<[number, Parameters<typeof eventEdit>[0]]>([
    [1, { title: 'Another' }],
    [1, { summary: 'Two questions' }],
    [1, { timeZone: 'Europe/London' }],
    [1, { endsAt: '2026-03-09T11:00:00Z' }],
    [1, { venue: { name: 'Elsewhere', address: {} } }],
    [1, { format: 'hybrid', joinUrl: 'https://example.org/room' }],
    [0, { description: 'More words' }],
    [1, { tags: [] }],
    [0, { capacity: 20 }],
  ])('an edit raises the calendar sequence by %i: %j', async ([times, more]) => {
    const { id, version, sequence } = await published()
    expect((await edit(id, version, more)).sequence - sequence).toBe(times)
  })

  test('an edit cannot remove a required field of a published event', async () => {
    const { id, version } = await published()
    await expect(edit(id, version, { venue: { name: '', address: {} } })).rejects.toMatchObject(
      fields({ 'venue.name': expect.any(String) }),
    )
  })

  test('an edit cannot move a published event into the past', async () => {
    const { id, version } = await published()
    await expect(edit(id, version, { startsAt: '2026-03-02T11:00:00Z' })).rejects.toMatchObject(
      fields({ startsAt: 'The start must be in the future.' }),
    )
  })

  test('an edit keeps hosts whom the editor cannot see', async () => {
    const { id } = await create({ hosts: ['ada', 'ben'] })
    fixture.hide('olga', 'ada')
    expect((await edit(id, 1, { hosts: ['ben', 'cleo'] })).hosts).toEqual(['ada', 'ben', 'cleo'])
  })

  test('hidden hosts do not count towards the limit, which would reveal them', async () => {
    const { id } = await create({ hosts: ['ada', 'ben', 'cleo', 'dan', 'eve'] })
    fixture.hide('olga', 'ada')
    const hosts = ['ben', 'cleo', 'dan', 'eve', 'fay']
    expect((await edit(id, 1, { hosts })).hosts).toEqual(['ada', ...hosts])
  })
})
