import { afterAll, describe, expect, test } from 'vitest'

import type { OwnProfile, ProfileEdit } from '#shared/people/members.ts'
import { DEFAULT_VISIBILITY } from '#shared/people/profile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

const edit: ProfileEdit = {
  ...profileEdit,
  displayName: 'Ada Lovelace',
  headline: 'Engines that count',
  industry: 'Software and technology',
  address: { city: 'London', country_code: 'GB' },
  asks: [],
  links: ['https://example.org/ada'],
}

type Person = Awaited<ReturnType<TestApp['member']>>

const running = await startTestApp()
const ada = await running.member()
afterAll(() => running.close())

const save = (person: Person, body: unknown, version: number | string) =>
  person.call('PUT', '/api/me', { body, headers: { 'if-match': `"${version}"` } })
const versionOf = async (person: Person) => (await person.call('GET', '/api/me')).json<OwnProfile>().version

describe('the own profile', () => {
  test('one’s own profile exists after the first sign-in, with the verified email', async () => {
    const answer = await ada.call('GET', '/api/me')
    expect(answer.json()).toMatchObject({ id: ada.uid, email: ada.email, role: 'member', version: 1 })
  })

  test('one’s own profile is saved as a whole and read back', async () => {
    const answer = await save(ada, edit, await versionOf(ada))
    expect(answer.statusCode).toBe(200)
    expect((await ada.call('GET', '/api/me')).json()).toMatchObject({ displayName: 'Ada Lovelace' })
  })

  test('one’s own profile is not saved without the version that the edit started from', async () => {
    const answer = await ada.call('PUT', '/api/me', { body: edit })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([428, 'version_required'])
  })

  test.for(['latest', '1', '-1', '"1"'])(
    'one’s own profile is not saved with an invalid version: %s',
    async (version) => {
      const answer = await ada.call('PUT', '/api/me', {
        body: edit,
        headers: { 'if-match': `"${version}"x` },
      })
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid_version'])
    },
  )

  test('one’s own profile is not saved over a newer one', async () => {
    const version = await versionOf(ada)
    await save(ada, edit, version)
    const answer = await save(ada, { ...edit, headline: 'Late' }, version)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([412, 'stale_version'])
  })

  test.for<[string, Partial<Record<keyof ProfileEdit, unknown>> & Record<string, unknown>]>([
    ['displayName', { displayName: 'A' }],
    ['displayName', { displayName: 'x'.repeat(81) }],
    ['headline', { headline: 'x'.repeat(121) }],
    ['industry', { industry: 'Piracy' }],
    ['address.country_code', { address: { country_code: 'Britain' } }],
    ['address.country_code', { address: { country_code: 'XX' } }],
    ['asks', { asks: ['1', '2', '3', '4', '5', '6'] }],
    ['asks.0', { asks: ['x'.repeat(161)] }],
    ['links.0', { links: ['http://example.org'] }],
    ['links.0', { links: ['javascript:alert(1)'] }],
    ['phone', { phone: '<script>' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['visibility.phone', { visibility: { ...DEFAULT_VISIBILITY, phone: 'everyone' } }],
    ['role', { role: 'admin' }],
  ])('an invalid profile has an error beside %s: %j', async ([field, wrong]) => {
    const answer = await save(ada, { ...edit, ...wrong }, await versionOf(ada))
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ fields: Record<string, string> }>().fields).toHaveProperty([field])
  })

  test('a profile accepts every text at its limit in four-byte characters', async () => {
    const at = (length: number) => '🪴'.repeat(length)
    const full = { ...edit, displayName: at(80), headline: at(120), bio: at(2000), goals: at(500) }
    const lists = { asks: Array.from({ length: 5 }, (_, index) => `${index}${at(159)}`) }
    const answer = await save(ada, { ...full, ...lists }, await versionOf(ada))
    expect(answer.statusCode).toBe(200)
  })
})

describe('an edit that fails', () => {
  test('an edit after the session ended is a 401 and changes nothing', async () => {
    const person = await running.member()
    const saved = (await save(person, { ...edit, headline: 'Before' }, 1)).json<OwnProfile>()
    await person.call('POST', '/api/session/logout')
    const answer = await save(person, { ...edit, headline: 'Lost?' }, saved.version)
    expect(answer.statusCode).toBe(401)
    expect(await running.services.people.members.exportOf(person.uid)).toMatchObject(saved)
  })

  test('an edit after another device saved is a 412', async () => {
    const person = await running.member()
    const answers = await Promise.all([
      save(person, { ...edit, headline: 'Phone' }, 1),
      save(person, { ...edit, headline: 'Laptop' }, 1),
    ])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 412]))
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json<OwnProfile>()
    expect((await person.call('GET', '/api/me')).json()).toEqual(winner)
  })
})

describe('an ask', () => {
  test('an ask is renewed by its id, and an unknown id is a 404', async () => {
    const person = await running.member()
    const { asks } = (await save(person, { ...edit, asks: ['A printer'] }, 1)).json<OwnProfile>()
    const renewal = (id = '') => person.call('POST', `/api/me/asks/${id}/renewal`)
    expect((await renewal(asks[0]?.id)).json()).toMatchObject({ asks: [{ text: 'A printer' }] })
    expect((await renewal('gone')).json()).toMatchObject({ status: 404, code: 'ask_not_found' })
  })
})

describe('a preview of the own profile', () => {
  test('a preview of one’s own profile shows what each viewer would see', async () => {
    const person = await running.member()
    await save(person, { ...edit, phone: '+44 20' }, 1)
    const seen = async (viewer: string) =>
      (await person.call('GET', `/api/me/view-as/${viewer}`)).json<object>()
    expect(await seen('connection')).toMatchObject({ headline: edit.headline, phone: '+44 20' })
    expect(await seen('member')).not.toHaveProperty('phone')
    expect(await seen('visitor')).not.toHaveProperty('headline')
    expect(await seen('owner')).toMatchObject({ status: 404 })
  })
})

describe('another member', () => {
  test('another member’s profile shows fields for members, and neither email nor phone', async () => {
    await save(ada, { ...edit, phone: '+44 20 7946 0000' }, await versionOf(ada))
    const grace = await running.member()
    const seen = (await grace.call('GET', `/api/members/${ada.uid}`)).json<object>()
    expect(seen).toMatchObject({ displayName: 'Ada Lovelace', headline: 'Engines that count' })
    for (const hidden of ['email', 'phone', 'role', 'version', 'visibility']) {
      expect(seen).not.toHaveProperty(hidden)
    }
  })

  test.for(['nobody', 'x'.repeat(128), '__proto__'])(
    'a profile that does not exist is a 404: %s',
    async (id) => {
      const answer = await ada.call('GET', `/api/members/${id}`)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'member_not_found'])
    },
  )
})

test('finishing onboarding needs a name, and can be repeated', async () => {
  const grace = await running.member()
  const nameless = await grace.call('POST', '/api/me/onboarded')
  expect(nameless.json()).toMatchObject({
    code: 'invalid_input',
    fields: { displayName: expect.any(String) },
  })
  await save(grace, edit, await versionOf(grace))
  for (let times = 0; times < 2; times += 1) {
    const finished = await grace.call('POST', '/api/me/onboarded')
    expect(finished.json()).toMatchObject({ id: grace.uid, onboardedAt: expect.any(String) })
  }
  expect((await grace.call('GET', '/api/session')).json()).toMatchObject({
    user: { member: { onboarded: true } },
  })
})

test('no one who is signed out or unverified can open a profile', async () => {
  const unverified = await running.member({ emailVerified: false })
  expect((await running.visitor('GET', '/api/me')).statusCode).toBe(401)
  const answer = await unverified.call('GET', '/api/me')
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'email_unverified'])
})
