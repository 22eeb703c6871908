import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { ASK_LIFETIME } from '#shared/people/profile.ts'
import {
  ada,
  createMemberFixture,
  grace,
  type MemberFixture,
  user,
} from '#server/testing/fixtures/member-fixture.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

import { members } from './collection.ts'

let fixture: MemberFixture
let service: MemberFixture['service']
let profileEditor: MemberFixture['profileEditor']
beforeEach(() => {
  fixture = createMemberFixture()
  service = fixture.service
  profileEditor = fixture.profileEditor
})
afterEach(() => fixture.close())

describe('an edit', () => {
  beforeEach(() => service.admit(user(ada)))

  test('an edit replaces the profile and increases its version', async () => {
    expect(await profileEditor.edit(ada, 1, profileEdit)).toMatchObject({ displayName: 'Ada', version: 2 })
    expect(await service.ownProfile(ada)).toMatchObject({ displayName: 'Ada', version: 2 })
  })

  test('an edit of an older version changes nothing', async () => {
    await profileEditor.edit(ada, 1, profileEdit)
    await expect(profileEditor.edit(ada, 1, { ...profileEdit, displayName: 'Late' })).rejects.toMatchObject({
      status: 412,
      code: 'stale_version',
    })
    expect(await service.ownProfile(ada)).toMatchObject({ displayName: 'Ada' })
  })

  test('an edit that is retried after a lost response succeeds, and changes nothing more', async () => {
    const first = await profileEditor.edit(ada, 1, { ...profileEdit, displayName: ' Ada ' })
    expect(await profileEditor.edit(ada, 1, { ...profileEdit, displayName: ' Ada ' })).toEqual(first)
  })

  test('an edit of two devices at once succeeds on one of them', async () => {
    const outcomes = await Promise.allSettled([
      profileEditor.edit(ada, 1, { ...profileEdit, displayName: 'Phone' }),
      profileEditor.edit(ada, 1, { ...profileEdit, displayName: 'Laptop' }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('an edit cannot change a role or any other field that only the server sets', async () => {
    await profileEditor.edit(ada, 1, { ...profileEdit })
    expect(await service.ownProfile(ada)).toMatchObject({ role: 'member', status: 'active', id: 'ada' })
  })

  test.for(['Not/AZone', '+01:00', '../etc', 'europe'])(
    'an edit refuses %j as a time zone',
    async (timeZone) => {
      await expect(profileEditor.edit(ada, 1, { ...profileEdit, timeZone })).rejects.toMatchObject({
        more: { fields: { timeZone: expect.any(String) } },
      })
    },
  )

  test('an edit refuses a name of one letter surrounded by spaces', async () => {
    await expect(profileEditor.edit(ada, 1, { ...profileEdit, displayName: ' A ' })).rejects.toMatchObject({
      more: { fields: { displayName: expect.any(String) } },
    })
  })

  test.for([
    '\u200B\u200D\u2060',
    ' \t\u00A0',
    '\u0000\u0007',
    '\u202E\u202D',
    '\u3164\u2800',
    '\u200BA\u200B',
  ])('an edit refuses a name with hardly any visible characters: %j', async (displayName) => {
    await expect(profileEditor.edit(ada, 1, { ...profileEdit, displayName })).rejects.toMatchObject({
      more: { fields: { displayName: expect.any(String) } },
    })
  })

  test.for([
    '王芳',
    'Ὑπατία',
    'می\u200Cترا',
    'Наталья',
    'अनिका',
    'עדה לאבלייס',
    "O'Brien-Núñez",
    '🪴🏛',
    '👩🏽‍🚀 Ada',
    'Bo',
  ])('an edit accepts a name in any script unchanged: %s', async (displayName) => {
    expect(await profileEditor.edit(ada, 1, { ...profileEdit, displayName })).toMatchObject({ displayName })
  })

  test('an edit is stored without surrounding spaces and empty entries', async () => {
    const loose = {
      displayName: ' Ada\u202E  Lovelace ',
      headline: ' \u200B ',
      address: { city: ' London ', state: ' ' },
      bio: '\n One\r\n\r\nTwo \n',
      asks: [' Paper ', 'Paper', '\u200B'],
      keywords: ['food ', 'Food', 'FOOD', 'food', 'Ｆｏｏｄ', ' '],
    }
    const version = await profileEditor
      .edit(ada, 1, { ...profileEdit, ...loose })
      .then((member) => member.version)
    expect(await service.ownProfile(ada)).toMatchObject({
      displayName: 'Ada Lovelace',
      headline: '',
      address: { city: 'London' },
      bio: 'One\n\nTwo',
      asks: [{ text: 'Paper' }],
      keywords: ['food'],
    })
    // The same edit in any spelling is recognised when it is sent again.
    expect(await profileEditor.edit(ada, 1, { ...profileEdit, ...loose })).toMatchObject({ version })
  })

  test.for(['https://bank.example@evil.example', 'https://:secret@evil.example'])(
    'an edit refuses a misleading link: %s',
    async (link) => {
      const links = ['https://example.org', link]
      await expect(profileEditor.edit(ada, 1, { ...profileEdit, links })).rejects.toMatchObject({
        more: { fields: { 'links.1': expect.any(String) } },
      })
    },
  )

  test('an edit stores an international link in ASCII, and any other unchanged', async () => {
    const links = [
      'https://example.org/a?b=%C3%BC#c',
      'https://аррӏе.com',
      'https://münchen.de/plätze \u202E',
    ]
    expect(await profileEditor.edit(ada, 1, { ...profileEdit, links })).toMatchObject({
      links: [links[0], 'https://xn--80ak6aa92e.com/', 'https://xn--mnchen-3ya.de/pl%C3%A4tze'],
    })
    expect(await profileEditor.edit(ada, 1, { ...profileEdit, links })).toMatchObject({ version: 2 })
  })

  test.for([
    `https://example.org/${'ü'.repeat(1000)}`,
    'https://a b',
    'https://',
    'https://example.org:99999',
  ])('an edit refuses an invalid link, case %#', async (link) => {
    await expect(profileEditor.edit(ada, 1, { ...profileEdit, links: [link] })).rejects.toMatchObject({
      more: { fields: { 'links.0': expect.any(String) } },
    })
  })

  test('an edit keeps the expiry of an unchanged ask, even in the past', async () => {
    const first = await profileEditor.edit(ada, 1, profileEdit)
    fixture.pass(ASK_LIFETIME - 1)
    const kept = await profileEditor.edit(ada, 2, { ...profileEdit, asks: ['Paper', 'A printer'] })
    expect(kept.asks[1]).toEqual(first.asks[0])
    fixture.pass(1)
    const later = await profileEditor.edit(ada, 3, { ...profileEdit, bio: 'Something else' })
    expect(later.asks).toEqual(first.asks)
    expect(await service.profile(grace, 'ada')).not.toHaveProperty('asks')
  })
})

describe('renewing an ask', () => {
  beforeEach(async () => {
    await service.admit(user(ada))
    await profileEditor.edit(ada, 1, { ...profileEdit, offers: ['Tea'] })
  })
  const ends = async () => {
    const { asks, offers } = await service.ownProfile(ada)
    return [...asks, ...offers].map(({ expiresAt }) => Date.parse(expiresAt) - fixture.clock())
  }

  test('renewing an ask restarts its lifetime, and that of no other', async () => {
    fixture.pass(1000)
    const { offers } = await service.ownProfile(ada)
    await profileEditor.renewAsk(ada, offers[0]?.id ?? '')
    expect(await ends()).toEqual([ASK_LIFETIME - 1000, ASK_LIFETIME])
  })

  test('renewing an ask twice at once renews it once', async () => {
    fixture.pass(1000)
    const { asks } = await service.ownProfile(ada)
    const id = asks[0]?.id ?? ''
    await Promise.all([profileEditor.renewAsk(ada, id), profileEditor.renewAsk(ada, id)])
    expect(await service.ownProfile(ada)).toMatchObject({ version: 3 })
    expect((await ends())[0]).toBe(ASK_LIFETIME)
  })

  test('renewing an expired ask shows it again under its old id', async () => {
    fixture.pass(ASK_LIFETIME + 1)
    expect(await service.profile(grace, 'ada')).not.toHaveProperty('asks')
    const { asks } = await service.ownProfile(ada)
    await profileEditor.renewAsk(ada, asks[0]?.id ?? '')
    expect(await service.profile(grace, 'ada')).toMatchObject({ asks: [{ id: asks[0]?.id }] })
  })

  test('renewing a missing ask is a 404', async () => {
    await expect(profileEditor.renewAsk(ada, 'gone')).rejects.toMatchObject({ code: 'ask_not_found' })
  })
})

test('an edit without changes is not written', async () => {
  await service.admit(user(ada))
  await service.admit(user(ada))
  await profileEditor.edit(ada, 1, profileEdit)
  await profileEditor.edit(ada, 1, profileEdit)
  await profileEditor.edit(ada, 1, { ...profileEdit, displayName: 'Late' }).catch(() => {})
  await profileEditor.finishOnboarding(ada)
  await profileEditor.finishOnboarding(ada)
  const stored = await fixture.store.get(members, ada.id)
  expect(stored).toMatchObject({ version: 3 })
})
