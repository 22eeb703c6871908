import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { DELETION_DELAY } from '#shared/own-data.ts'
import { IdentityError } from '#server/identity/port.ts'
import { ada, createMemberWorld, grace, type MemberWorld, user } from '#server/testing/member-world.ts'
import { profileEdit } from '#server/testing/profiles.ts'

import { createOwnDataService } from './service.ts'

let world: MemberWorld
let ownData: ReturnType<typeof createOwnDataService>
/** What was done, in its order. */
let done: string[]
/** What fails, for all or of one, until it is taken out. */
let broken: Set<string>
beforeEach(async () => {
  world = createMemberWorld()
  done = []
  broken = new Set()
  const step = (name: string) => async (id: string) => {
    if (broken.has(name) || broken.has(`${name} of ${id}`)) throw new IdentityError('unavailable')
    done.push(`${name} of ${id}`)
  }
  ownData = createOwnDataService({
    ...world.service,
    clock: world.clock,
    audit: world.audit.record,
    deleteUser: step('account'),
    parts: [
      { name: 'letters', collections: [], exportOf: async (id) => [`to ${id}`], forget: step('letters') },
      { name: 'secrets', collections: [], exportOf: 'not theirs', forget: 'nothing to do' },
      { name: 'photos', collections: [], exportOf: async () => [], forget: step('photos') },
    ],
  })
  for (const person of [ada, grace]) {
    await world.service.admit(user(person))
    await world.service.edit(person, 1, profileEdit)
  }
})
afterEach(() => world.close())

const statusOf = async (id: string) => (await world.service.ownProfile({ ...ada, id })).status
const audited = async (action: string) =>
  (await world.facts()).filter((fact) => fact.startsWith(`${action} `)).map((fact) => fact.split(' ')[1])
const passed = async (milliseconds: number) => {
  world.pass(milliseconds)
  return ownData.sweep()
}

test('an export has each part by its name, and is written down', async () => {
  const { exportedAt, parts } = await ownData.exportOf(ada)
  expect(exportedAt).toBe(new Date(world.clock()).toISOString())
  const read = await Promise.all(parts.map(async (part) => [part.name, await part.read()]))
  expect(read).toEqual([
    ['letters', ['to ada']],
    ['photos', []],
  ])
  expect(await audited('own_data.exported')).toEqual(['ada'])
})

describe('a deletion that is due', () => {
  beforeEach(() => world.service.askDeletion(ada))

  test('empties the member, then forgets everything, then says so', async () => {
    await passed(DELETION_DELAY - 1)
    expect([await statusOf('ada'), done]).toEqual(['active', []])
    await passed(1)
    expect([await statusOf('ada'), done]).toEqual(['former', []])
    await passed(60_000)
    expect(done).toEqual(['account of ada', 'letters of ada', 'photos of ada'])
    expect(await audited('member.deleted')).toEqual(['ada'])
    await passed(60_000)
    expect(done).toHaveLength(3)
    expect(await statusOf('grace')).toBe('active')
  })

  test.for(['account', 'letters', 'photos'])('goes on where it stopped when the %s failed', async (name) => {
    await passed(DELETION_DELAY)
    broken.add(name)
    await expect(passed(60_000)).rejects.toThrow(AggregateError)
    expect(await audited('member.deleted')).toEqual([])
    broken.clear()
    await passed(60_000)
    expect(done).toEqual(expect.arrayContaining(['account of ada', 'letters of ada', 'photos of ada']))
    expect(await audited('member.deleted')).toEqual(['ada'])
  })

  test('is ended once by two replicas', async () => {
    await passed(DELETION_DELAY)
    world.pass(60_000)
    await Promise.all([ownData.sweep(), ownData.sweep()])
    expect(await audited('member.deleted')).toEqual(['ada'])
  })

  test('keeps no other waiting, however many fail before it', async () => {
    for (let index = 0; index < 30; index += 1) {
      const person = { ...ada, id: `person-${index}`, email: `${index}@example.org` }
      await world.service.admit(user(person))
      await world.service.askDeletion(person)
      broken.add(`account of ${person.id}`)
    }
    world.pass(1)
    await world.service.askDeletion(grace)
    await passed(DELETION_DELAY)
    await passed(60_000).catch(() => {})
    expect(done).toContain('photos of grace')
  })

  test('keeps no other waiting when it fails', async () => {
    await world.service.askDeletion(grace)
    await passed(DELETION_DELAY)
    const forget = done.length
    broken.add('letters')
    await expect(passed(60_000)).rejects.toMatchObject({
      errors: [expect.any(IdentityError), expect.any(IdentityError)],
    })
    expect(done.slice(forget)).toEqual(['account of ada', 'account of grace'])
  })
})
