import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { DELETION_DELAY } from '#shared/people/membership.ts'
import {
  ada,
  createMemberFixture,
  grace,
  lin,
  type MemberFixture,
  NOW,
  user,
} from '#server/testing/fixtures/member-fixture.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

import { newcomer } from './newcomer.ts'
import { members } from './collection.ts'

const DUE = new Date(NOW + DELETION_DELAY).toISOString()

let fixture: MemberFixture
let service: MemberFixture['service']
let profileEditor: MemberFixture['profileEditor']
let deletion: MemberFixture['deletion']
beforeEach(async () => {
  fixture = createMemberFixture()
  service = fixture.service
  profileEditor = fixture.profileEditor
  deletion = fixture.deletion
  await service.admit(user(ada))
  await profileEditor.edit(ada, 1, {
    ...profileEdit,
    bio: 'Counts.',
    phone: '+44 20',
    timeZone: 'Europe/London',
  })
})
afterEach(() => fixture.close())

const times = async (fact: string) => (await fixture.facts()).filter((each) => each === fact).length
const leave = async () => {
  for (const { id, status } of await deletion.dueForDeletion()) {
    await (status === 'former' ? deletion.completeDeletion(id) : deletion.anonymise(id))
  }
}

describe('requesting a deletion', () => {
  test('requesting a deletion sets its due date, which only the owner sees', async () => {
    expect(await deletion.deleteAccount(ada)).toEqual({ deletionDueAt: DUE })
    expect(await service.ownProfile(ada)).toMatchObject({ deletionDueAt: DUE })
    expect(await service.profile(grace, 'ada')).toMatchObject({ displayName: 'Ada' })
    expect(await service.profile(grace, 'ada')).not.toHaveProperty('deletionDueAt')
  })

  test('requesting a deletion again does not postpone it', async () => {
    await deletion.deleteAccount(ada)
    fixture.pass(1000)
    expect(await deletion.deleteAccount(ada)).toEqual({ deletionDueAt: DUE })
    expect(await times('member.deletion_requested ada')).toBe(1)
  })

  test('requesting a deletion still allows edits, which do not cancel it', async () => {
    await deletion.deleteAccount(ada)
    const { version } = await service.ownProfile(ada)
    await profileEditor.edit(ada, version, { ...profileEdit, headline: 'Still here' })
    expect(await service.ownProfile(ada)).toMatchObject({ headline: 'Still here', deletionDueAt: DUE })
  })
})

describe('keeping the account', () => {
  test('keeping the account on the thirteenth day, and up to the last millisecond, keeps all data', async () => {
    await deletion.deleteAccount(ada)
    fixture.pass(DELETION_DELAY - 1)
    await leave()
    await deletion.keepAccount(ada)
    fixture.pass(DELETION_DELAY)
    await leave()
    const own = await service.ownProfile(ada)
    expect(own).toMatchObject({ displayName: 'Ada', bio: 'Counts.', status: 'active' })
    expect(own).not.toHaveProperty('deletionDueAt')
    expect(await fixture.facts()).toEqual([
      'member.joined ada',
      'member.deletion_requested ada',
      'member.deletion_cancelled ada',
    ])
  })

  test('keeping the account prevents a deletion that the job has already started', async () => {
    await deletion.deleteAccount(ada)
    const before = await service.ownProfile(ada)
    await deletion.keepAccount(ada)
    fixture.pass(DELETION_DELAY)
    await deletion.anonymise('ada')
    expect(await service.ownProfile(ada)).toMatchObject({ status: 'active', bio: before.bio })
  })

  test('keeping the account is too late once the deletion is due, whether the job has run or not', async () => {
    await deletion.deleteAccount(ada)
    fixture.pass(DELETION_DELAY)
    const tooLate = { status: 409, code: 'too_late' }
    await expect(deletion.keepAccount(ada)).rejects.toMatchObject(tooLate)
    await leave()
    await expect(deletion.keepAccount(ada)).rejects.toMatchObject({ code: 'member_former' })
  })

  test('keeping the account without a scheduled deletion succeeds, and writes nothing', async () => {
    await deletion.keepAccount(ada)
    expect(await service.ownProfile(ada)).toMatchObject({ version: 2 })
  })
})

describe('a due deletion', () => {
  beforeEach(async () => {
    await deletion.deleteAccount(ada)
    fixture.pass(DELETION_DELAY)
  })

  test('a due deletion removes all personal data at once', async () => {
    const joinedAt = new Date(NOW).toISOString()
    await leave()
    expect(await service.ownProfile(ada)).toEqual({
      ...newcomer('ada', joinedAt),
      version: 4,
      status: 'former',
      deletionDueAt: expect.any(String),
    })
    expect(fixture.accountRecords).toContain('ada')
  })

  test('a due deletion completes a minute later, once, however many replicas run the job', async () => {
    await Promise.all([leave(), leave()])
    fixture.pass(59_999)
    await leave()
    expect(await times('member.deleted ada')).toBe(0)
    fixture.pass(1)
    await Promise.all([leave(), leave(), leave()])
    await leave()
    expect(await times('member.deleted ada')).toBe(1)
    expect(await deletion.dueForDeletion()).toEqual([])
    expect((await fixture.store.get(members, 'ada'))?.version).toBe(5)
  })

  test('a due deletion is not undone by an older session, and stores no email from it', async () => {
    await leave()
    expect(await service.admit(user(ada))).toMatchObject({ status: 'former', role: 'member' })
    expect(await fixture.store.get(members, 'ada')).toMatchObject({ email: '', displayName: '' })
  })

  test('a due deletion ignores commands that another replica still accepts', async () => {
    await leave()
    const left = await fixture.store.get(members, 'ada')
    const commands = [
      profileEditor.edit(ada, left?.version ?? 0, profileEdit),
      profileEditor.renewAsk(ada, 'id'),
      profileEditor.finishOnboarding(ada),
      deletion.deleteAccount(ada),
      deletion.keepAccount(ada),
    ]
    for (const command of await Promise.allSettled(commands)) {
      expect(command).toMatchObject({ status: 'rejected', reason: { status: 403, code: 'member_former' } })
    }
    expect(await fixture.store.get(members, 'ada')).toEqual(left)
  })

  test('a due deletion removes an admin of the configuration like everyone else', async () => {
    await service.admit(user(grace))
    await expect(deletion.deleteAccount(grace)).rejects.toMatchObject({ code: 'last_admin' })
    await service.admit(user(lin))
    await deletion.deleteAccount(grace)
    fixture.pass(DELETION_DELAY)
    await leave()
    expect(await service.admit(user(grace))).toMatchObject({ status: 'former', role: 'member' })
  })
})
