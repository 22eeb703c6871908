import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { DELETION_DELAY } from '#shared/people/membership.ts'
import { exported } from '#server/modules/account-data-part.ts'
import { IdentityError } from '#server/identity/port.ts'
import {
  ada,
  createMemberFixture,
  grace,
  lin,
  type MemberFixture,
  user,
} from '#server/testing/fixtures/member-fixture.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

import { createAccountDataService } from './service.ts'

let fixture: MemberFixture
let accountData: ReturnType<typeof createAccountDataService>
/** Completed steps, in order. */
let done: string[]
/** Failing steps, for all members or for one, until they are removed. */
let broken: Set<string>
beforeEach(async () => {
  fixture = createMemberFixture()
  done = []
  broken = new Set()
  const step = (name: string) => async (id: string) => {
    if (broken.has(name) || broken.has(`${name} of ${id}`)) throw new IdentityError('unavailable')
    done.push(`${name} of ${id}`)
  }
  accountData = createAccountDataService({
    clock: fixture.clock,
    identity: { deleteUser: step('account') },
    operations: fixture.operations,
    people: fixture.people,
  })
  accountData.register([
    exported(
      { name: 'letters', collections: [], schema: Type.Array(Type.String()) },
      {
        exportOf: async (id) => [`to ${id}`],
        forget: step('letters'),
      },
    ),
    { name: 'secrets', collections: [], exportOf: 'not theirs', forget: 'nothing to do' },
    exported(
      { name: 'photos', collections: [], schema: Type.Array(Type.String()) },
      {
        exportOf: async () => [],
        forget: step('photos'),
      },
    ),
  ])
  // The last admin could not delete their account.
  await fixture.service.admit(user(lin))
  for (const person of [ada, grace]) {
    await fixture.service.admit(user(person))
    await fixture.profileEditor.edit(person, 1, profileEdit)
  }
})
afterEach(() => fixture.close())

const statusOf = async (id: string) => (await fixture.service.ownProfile({ ...ada, id })).status
const audited = async (action: string) =>
  (await fixture.facts()).filter((fact) => fact.startsWith(`${action} `)).map((fact) => fact.split(' ')[1])
const passed = async (milliseconds: number) => {
  fixture.pass(milliseconds)
  return accountData.deleteDueAccounts()
}

test('an export has every part under its name and is audited', async () => {
  const { exportedAt, parts } = await accountData.exportAccount(ada)
  expect(exportedAt).toBe(new Date(fixture.clock()).toISOString())
  const read = await Promise.all(parts.map(async (part) => [part.name, await part.read()]))
  expect(read).toEqual([
    ['letters', ['to ada']],
    ['photos', []],
  ])
  expect(await audited('member.data_exported')).toEqual(['ada'])
})

describe('a due deletion', () => {
  beforeEach(() => fixture.deletion.deleteAccount(ada))

  test('a due deletion anonymises the member, then deletes every part, then is audited', async () => {
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

  test.for(['account', 'letters', 'photos'])(
    'a due deletion resumes where it stopped when the %s part failed',
    async (name) => {
      await passed(DELETION_DELAY)
      broken.add(name)
      await expect(passed(60_000)).rejects.toThrow(AggregateError)
      expect(await audited('member.deleted')).toEqual([])
      broken.clear()
      await passed(60_000)
      expect(done).toEqual(expect.arrayContaining(['account of ada', 'letters of ada', 'photos of ada']))
      expect(await audited('member.deleted')).toEqual(['ada'])
    },
  )

  test('a due deletion runs once although two replicas run the job', async () => {
    await passed(DELETION_DELAY)
    fixture.pass(60_000)
    await Promise.all([accountData.deleteDueAccounts(), accountData.deleteDueAccounts()])
    expect(await audited('member.deleted')).toEqual(['ada'])
  })

  test('a due deletion is not delayed by other deletions that fail', async () => {
    for (let index = 0; index < 30; index += 1) {
      const person = { ...ada, id: `person-${index}`, email: `${index}@example.org` }
      await fixture.service.admit(user(person))
      await fixture.deletion.deleteAccount(person)
      broken.add(`account of ${person.id}`)
    }
    fixture.pass(1)
    await fixture.deletion.deleteAccount(grace)
    await passed(DELETION_DELAY)
    await passed(60_000).catch(() => {})
    expect(done).toContain('photos of grace')
  })

  test('a failing deletion does not delay others', async () => {
    await fixture.deletion.deleteAccount(grace)
    await passed(DELETION_DELAY)
    const forget = done.length
    broken.add('letters')
    await expect(passed(60_000)).rejects.toMatchObject({
      errors: [expect.any(IdentityError), expect.any(IdentityError)],
    })
    expect(done.slice(forget)).toEqual(['account of ada', 'account of grace'])
  })
})
