import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import {
  eventEdit,
  type EventFixture,
  openEventFixture,
  person,
} from '#server/testing/fixtures/event-fixture.ts'
import { events as collection } from './collection.ts'

const olga = person('olga', 'organiser')
const KEY = 'key-of-the-first-form'

let fixture: EventFixture
beforeEach(() => {
  fixture = openEventFixture()
})
afterEach(() => fixture.close())

const create = (more: Parameters<typeof eventEdit>[0] = {}, key = KEY, who = olga) =>
  fixture.editor.create(who, eventEdit(more), key)
const load = (id: string) => fixture.store.get(collection, id)
const draftsOf = async (who = olga) => (await fixture.reader.list(who, 'drafts', {})).items

describe('a repeated request for a draft', () => {
  test('a draft is created once', async () => {
    const [first, again] = await Promise.all([create(), create({ tags: ['Food', ' Food'] })])
    expect(again).toEqual(first)
    fixture.advance(DAY)
    expect(await create()).toEqual(first)
    expect(await draftsOf()).toHaveLength(1)
  })

  test('a repeated request does not undo later changes of the draft', async () => {
    const { id } = await create()
    fixture.advance(MINUTE)
    await fixture.lifecycle.publish(olga, id)
    expect(await create()).toMatchObject({ id, status: 'published' })
    await expect(create({ title: 'Another' })).rejects.toMatchObject({ code: 'already_made' })
    expect(await load(id)).toMatchObject({ title: eventEdit().title, status: 'published' })
  })

  test('a repeated request creates a deleted draft again', async () => {
    const { id } = await create()
    await fixture.editor.remove(olga, id)
    expect(await create()).toMatchObject({ id, version: 1 })
    expect(await draftsOf()).toHaveLength(1)
  })

  test('requests with other keys, without keys and by other organisers create other drafts', async () => {
    const ids = [
      await create(),
      await create({}, 'key-of-a-second-form'),
      await create({}, KEY, person('rita', 'organiser')),
      await fixture.editor.create(olga, eventEdit()),
      await fixture.editor.create(olga, eventEdit()),
    ].map(({ id }) => id)
    expect(new Set(ids).size).toBe(5)
  })
})

describe('a repeated request for copies', () => {
  let source: string
  beforeEach(async () => {
    source = (await create({ cover: 'c'.repeat(64) }, 'key-of-the-source')).id
    fixture.advance(MINUTE)
  })

  const copy = (startsAt: string, count?: number, key = KEY) =>
    fixture.editor.duplicate(
      olga,
      source,
      { startsAt, repeat: count ? { every: 'weekly' as const, count } : undefined },
      key,
    )

  test('copies are created once', async () => {
    const [first, again] = await Promise.all([
      copy('2026-03-31T08:00:00Z', 3),
      copy('2026-03-31T08:00:00Z', 3),
    ])
    expect(again).toEqual(first)
    expect(await draftsOf()).toHaveLength(1 + 3)
  })

  test('a repeated request does not change copies that were edited', async () => {
    const [id = ''] = await copy('2026-03-31T08:00:00Z', 2)
    fixture.advance(MINUTE)
    const dates = { startsAt: '2026-03-31T08:00:00Z', endsAt: '2026-03-31T10:00:00Z' }
    await fixture.editor.edit(olga, id, 1, eventEdit({ ...dates, title: 'The first one' }))
    await expect(copy('2026-04-01T08:00:00Z')).rejects.toMatchObject({ code: 'already_made' })
    expect(await load(id)).toMatchObject({ title: 'The first one' })
  })

  test('copies of another event are separate from the first ones, even with the same key', async () => {
    const first = await copy('2026-03-31T08:00:00Z')
    source = (await create({ title: 'Something else' }, 'key-of-another-one')).id
    expect(await copy('2026-03-31T08:00:00Z')).not.toEqual(first)
  })
})
