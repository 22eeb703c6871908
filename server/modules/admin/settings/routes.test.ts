import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import {
  DEFAULT_SETTINGS,
  type PublicTexts,
  type Settings,
  SETTINGS_SECTIONS,
  type SettingsChange,
  type SettingsOf,
  type SettingsSection,
} from '#shared/community/settings.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { communitySettings } from '#server/modules/community/settings/collection.ts'
import { startTestApp } from '#server/testing/app.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'
import { picture } from '#server/testing/fixtures/webp.ts'
import { keysOf } from '#shared/lib/records.ts'

const ADMIN = `${randomUUID()}@guildhall.test`
const SECTIONS = keysOf(SETTINGS_SECTIONS)

const started = await startTestApp({ liftRateLimits: true, env: { ADMIN_EMAILS: ADMIN } })
const admin = await started.member({ email: ADMIN })
beforeEach(() =>
  started.store.transact(async (tx) => {
    for (const section of SECTIONS) tx.delete(communitySettings, section)
  }),
)
afterAll(() => started.close())

const urlOf = (section: SettingsSection) => `/api/admin/settings/${section}`
const current = async <S extends SettingsSection>(section: S) =>
  (await admin.call('GET', urlOf(section))).json<Settings<S>>()
const save = <S extends SettingsSection>(section: S, value: SettingsOf<S>, version = 0) =>
  admin.call('PUT', urlOf(section), { body: value, headers: { 'if-match': `"${version}"` } })
const changes = async <S extends SettingsSection>(section: S) =>
  (await admin.call('GET', `${urlOf(section)}/changes`)).json<{ items: SettingsChange<S>[] }>().items
const publicTexts = async () => (await started.visitor('GET', '/api/public/texts')).json<PublicTexts>()
const fieldsOf = (answer: Awaited<ReturnType<typeof save>>) => {
  expect(answer.statusCode).toBe(400)
  return answer.json<{ fields: Record<string, string> }>().fields
}

test.each(SECTIONS)('%s has the product’s default until an admin changes it', async (section) => {
  expect(await current(section)).toEqual({ version: 0, value: DEFAULT_SETTINGS[section] })
})

describe('a change', () => {
  const first = { text: '# Terms\n\nBe *kind*.' }

  test('a change is public at once, and so is its undo', async () => {
    expect((await save('terms', first)).json()).toEqual({ version: 1, value: first })
    expect(await publicTexts()).toEqual({
      terms: { html: '<h3>Terms</h3><p>Be <em>kind</em>.</p>' },
    })
    const [change] = await changes('terms')
    expect(change).toMatchObject({ actor: admin.uid, before: { text: '' }, after: first })
    expect((await save('terms', change!.before, 1)).json()).toEqual({ version: 2, value: { text: '' } })
    expect(await publicTexts()).toEqual({})
    expect((await changes('terms'))[0]).toMatchObject({ before: first, after: { text: '' } })
  })

  test('a change of an outdated version is refused, and nothing is lost', async () => {
    await save('contact', { text: 'Write to us.' })
    const late = await save('contact', { text: 'Call us.' }, 0)
    expect(late.json()).toMatchObject({
      status: 412,
      code: 'stale_version',
      title: 'Someone else changed this section.',
    })
    expect(await current('contact')).toEqual({ version: 1, value: { text: 'Write to us.' } })
  })

  test('a repeated change is applied once', async () => {
    const count = async () => (await changes('privacy')).length
    const before = await count()
    await save('privacy', first)
    expect((await save('privacy', first)).json()).toMatchObject({ version: 1 })
    expect(await count()).toBe(before + 1)
  })

  test('a change without a version is refused', async () => {
    const answer = await admin.call('PUT', urlOf('terms'), { body: first })
    expect(answer.json()).toMatchObject({ status: 428 })
  })
})

describe('texts', () => {
  test('texts with scripts are shown as typed', async () => {
    await save('about', {
      title: '<b>Us</b>',
      text: '<script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>',
    })
    const { about } = await publicTexts()
    expect(about?.title).toBe('<b>Us</b>')
    expect(about?.html).not.toMatch(/<(?!\/?p>)/)
  })

  test.each([
    ['terms', { text: 'x'.repeat(20_001) }],
    ['terms', { text: '- '.repeat(2_000) }],
    ['landing', { title: 'x'.repeat(121), text: '' }],
    ['landing', { title: '', text: 'x'.repeat(1_001) }],
    ['consent', { text: 'x'.repeat(4_001) }],
  ] as const)('%s beyond its limits is refused at its field, case %#', async (section, value) => {
    expect(Object.keys(fieldsOf(await save(section, value)))).toEqual([
      'title' in value && value.title ? 'title' : 'text',
    ])
  })

  test('texts of the maximum length in four-byte characters fit', async () => {
    expect((await save('terms', { text: '𝔸'.repeat(20_000) })).statusCode).toBe(200)
  })
})

describe('the accent colour', () => {
  test('an accent colour with too little contrast is refused with its ratio and mode', async () => {
    expect(fieldsOf(await save('accent', { light: '#ffcc00', dark: '#7fc4ad' }))).toEqual({
      light: expect.stringMatching(/hard to read in light mode: .* 1\.\d:1\. At least 4\.5:1/),
    })
    expect(fieldsOf(await save('accent', { light: '#1f5d4c', dark: '#1f5d4c' }))).toEqual({
      dark: expect.stringContaining('dark mode'),
    })
  })

  test.each(['red', '#fff', '#FFFFFF', '#1f5d4c;}body{display:none', 'url(x)'])(
    '%s is not accepted as a colour',
    async (light) => {
      expect(fieldsOf(await save('accent', { light, dark: '#7fc4ad' }))).toHaveProperty('light')
    },
  )

  test('the accent colour needs a value for each mode', async () => {
    expect(fieldsOf(await save('accent', { light: '#1f5d4c', dark: '' }))).toEqual({
      dark: 'Choose a colour for dark mode too.',
    })
  })
})

describe('the logo', () => {
  const upload = async (file: Buffer) =>
    admin.call('POST', '/api/images?kind=logo', { body: file, headers: { 'content-type': 'image/webp' } })
  const uploaded = async (seed: number) => (await upload(picture(seed, 128, 128))).json<{ id: string }>().id

  test('visitors can see the logo while it is in use, and an undo restores the previous one', async () => {
    const [one, two] = [await uploaded(1), await uploaded(2)]
    const statusFor = async (id: string) => (await started.visitor('GET', `/images/${id}`)).statusCode
    expect(await statusFor(one)).toBe(401)
    await save('logo', { image: one })
    expect(await statusFor(one)).toBe(200)
    await save('logo', { image: two }, 1)
    expect([await statusFor(one), await statusFor(two)]).toEqual([401, 200])
    const [change] = await changes('logo')
    expect((await save('logo', change!.before, 2)).json()).toEqual({ version: 3, value: { image: one } })
    expect(await statusFor(one)).toBe(200)
  })

  test.each([
    ['text', Buffer.from('<svg onload="alert(1)">')],
    ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
  ])('%s that claims to be a picture is refused as a logo', async (_, file) => {
    expect((await upload(file)).json()).toMatchObject({ status: 400, code: 'not_an_image' })
  })

  test('a logo must have been uploaded by the admin, and in the size of a logo', async () => {
    expect(fieldsOf(await save('logo', { image: 'a'.repeat(64) }))).toHaveProperty('image')
    expect((await upload(picture(3, 257, 128))).json()).toMatchObject({ code: 'image_too_large' })
    const photo = await admin.call('POST', '/api/images?kind=photo', {
      body: picture(4, 512, 512),
      headers: { 'content-type': 'image/webp' },
    })
    expect(fieldsOf(await save('logo', { image: photo.json<{ id: string }>().id }))).toHaveProperty('image')
  })
})

test('new members start with the visibility that an admin has chosen, and others keep theirs', async () => {
  const visibilityOf = async (member: typeof admin) =>
    (await member.call('GET', '/api/me')).json<OwnProfile>().visibility
  const before = await started.member()
  await save('profiles', { visibility: 'connections', searchEngines: true })
  const after = await started.member()
  expect(await visibilityOf(before)).toMatchObject({ bio: 'members', email: 'connections' })
  expect(await visibilityOf(after)).toMatchObject({ bio: 'connections', email: 'connections' })
})

test('the community can keep all profiles out of search engines', async () => {
  const member = await started.member()
  const { version } = (await member.call('GET', '/api/me')).json<OwnProfile>()
  await member.call('PUT', '/api/me', {
    body: { ...profileEdit, searchEngines: true },
    headers: { 'if-match': `"${version}"` },
  })
  expect(await started.services.people.members.allowsSearchEngines(member.uid)).toBe(true)
  await save('profiles', { visibility: 'members', searchEngines: false })
  expect(await started.services.people.members.allowsSearchEngines(member.uid)).toBe(false)
})
