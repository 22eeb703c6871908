import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import type { OwnAgreement } from '#shared/accounts/terms.ts'
import {
  type PublicTexts,
  type Settings,
  SETTINGS_SECTIONS,
  type SettingsChange,
  type SettingsOf,
  type SettingsSection,
} from '#shared/community/settings.ts'
import { LANGUAGES } from '#shared/lib/language/languages.ts'
import { keysOf, recordOf } from '#shared/lib/records.ts'
import { communitySettings } from '#server/modules/community/settings/collection.ts'
import { startTestApp } from '#server/testing/app.ts'

const ADMIN = `${randomUUID()}@guildhall.test`
const FALLBACK = '<p><small>Diesen Text gibt es nur auf Englisch.</small></p><div lang="en" dir="ltr">'

const started = await startTestApp({
  liftRateLimits: true,
  env: { ADMIN_EMAILS: ADMIN, LANGUAGES: 'en,de' },
})
const admin = await started.member({ email: ADMIN })
beforeEach(() =>
  started.store.transact(async (tx) => {
    for (const section of keysOf(SETTINGS_SECTIONS)) tx.delete(communitySettings, section)
  }),
)
afterAll(() => started.close())

const save = <S extends SettingsSection>(section: S, value: SettingsOf<S>, version = 0) =>
  admin.call('PUT', `/api/admin/settings/${section}`, {
    body: value,
    headers: { 'if-match': `"${version}"` },
  })
const textsIn = async (language: string, app = started) => {
  const headers = { 'accept-language': language }
  return (await app.visitor('GET', '/api/public/texts', { headers })).json<PublicTexts>()
}

test('a reader of a translated language gets the translation, and others get the original', async () => {
  await save('terms', { text: 'Be *kind*.', translations: { de: { text: 'Sei *nett*.' } } })
  expect(await textsIn('de')).toEqual({ terms: { html: '<p>Sei <em>nett</em>.</p>' } })
  expect(await textsIn('en')).toEqual({ terms: { html: '<p>Be <em>kind</em>.</p>' } })
  expect(await textsIn('de')).toEqual({ terms: { html: '<p>Sei <em>nett</em>.</p>' } })
})

test('a text without a translation is marked as untranslated in the reader’s language', async () => {
  await save('privacy', { text: 'We keep little.' })
  await save('about', { title: 'The guild', text: '' })
  expect(await textsIn('de')).toEqual({
    privacy: { html: `${FALLBACK}<p>We keep little.</p></div>` },
    about: { title: 'The guild', titleIn: { lang: 'en', dir: 'ltr' }, html: '' },
  })
  expect(await textsIn('en')).toEqual({
    privacy: { html: '<p>We keep little.</p>' },
    about: { title: 'The guild', html: '' },
  })
})

test('a translation is shown once all parts of the text are translated', async () => {
  const text = { title: 'The guild', text: 'We meet.' }
  await save('about', { ...text, translations: { de: { title: 'Die Gilde', text: '' } } })
  expect((await textsIn('de')).about).toEqual({
    title: 'The guild',
    titleIn: { lang: 'en', dir: 'ltr' },
    html: `${FALLBACK}<p>We meet.</p></div>`,
  })
  await save('about', { ...text, translations: { de: { title: 'Die Gilde', text: 'Wir treffen uns.' } } }, 1)
  expect((await textsIn('de')).about).toEqual({ title: 'Die Gilde', html: '<p>Wir treffen uns.</p>' })
})

test('a translation of an empty text is not shown, so every language has the same sections', async () => {
  await save('contact', { text: '', translations: { de: { text: 'Schreib uns.' } } })
  expect(await textsIn('de')).toEqual({})
})

test('a language that is not offered is ignored, and its translation is kept', async () => {
  const value = { text: 'Be kind.', translations: { pt: { text: 'Sê amável.' } } }
  expect((await save('terms', value)).json()).toEqual({ version: 1, value })
  expect(await textsIn('pt')).toEqual({ terms: { html: '<p>Be kind.</p>' } })
  expect((await textsIn('de')).terms?.html).toContain('nur auf Englisch')

  const single = await startTestApp({ store: started.store, env: { LANGUAGES: 'en' } })
  onTestFinished(() => single.close())
  expect(await textsIn('pt', single)).toEqual({ terms: { html: '<p>Be kind.</p>' } })
})

test('a section has one version and one history for all languages', async () => {
  const [first, second] = [
    { text: 'Be kind.' },
    { text: 'Be kind.', translations: { de: { text: 'Sei nett.' } } },
  ]
  expect((await save('terms', first)).json()).toEqual({ version: 1, value: first })
  // Empty translations are none.
  const withEmpty = { ...second, translations: { ...second.translations, pt: { text: ' ' } } }
  expect((await save('terms', withEmpty, 1)).json()).toEqual({ version: 2, value: second })
  const changes = await admin.call('GET', '/api/admin/settings/terms/changes')
  const [latest] = changes.json<{ items: SettingsChange<'terms'>[] }>().items
  expect(latest).toMatchObject({ before: first, after: second })
  expect(latest!.before).not.toHaveProperty('translations')

  expect((await save('terms', latest!.before, 2)).json()).toEqual({ version: 3, value: first })
  expect((await textsIn('de')).terms?.html).toBe(`${FALLBACK}<p>Be kind.</p></div>`)
  await save('terms', latest!.after, 3)
  expect((await textsIn('de')).terms?.html).toBe('<p>Sei nett.</p>')
})

test('a member who agrees to the text in one language has agreed to it', async () => {
  await save('consent', { text: 'Be kind.', translations: { de: { text: 'Sei nett.' } } })
  const member = await started.member()
  const askedIn = async (language: string) => {
    const headers = { 'accept-language': language }
    return (await member.call('GET', '/api/me/agreement', { headers })).json<OwnAgreement>().due
  }
  expect(await askedIn('de')).toMatchObject({ version: 1, html: '<p>Sei nett.</p>' })
  expect(await askedIn('en')).toMatchObject({ version: 1, html: '<p>Be kind.</p>' })
  await member.call('PUT', '/api/me/agreement', { body: { version: 1 } })
  expect(await askedIn('en')).toBeUndefined()
  const { body } = await admin.call('GET', '/api/admin/settings/consent')
  expect((JSON.parse(body) as Settings<'consent'>).version).toBe(1)
})

test('each translation has the limits of the text, and errors name its field', async () => {
  const errorsOf = async (text: string) => {
    const answer = await save('terms', { text: 'Be kind.', translations: { de: { text } } })
    expect(answer.statusCode).toBe(400)
    return Object.keys(answer.json<{ fields: object }>().fields)
  }
  expect(await errorsOf('x'.repeat(20_001))).toEqual(['translations.de.text'])
  expect(await errorsOf('- '.repeat(2_000))).toEqual(['translations.de.text'])
  const unknown = { text: '', translations: { tlh: { text: 'x' } } } as SettingsOf<'terms'>
  expect((await save('terms', unknown)).statusCode).toBe(400)
})

test('texts of the maximum length in four-byte characters fit in every language', async () => {
  const longest = (character: string) => {
    const text = character.repeat(20_000)
    return { text, translations: recordOf(keysOf(LANGUAGES), () => ({ text })) }
  }
  expect((await save('terms', longest('𝔸'))).statusCode).toBe(200)
  // The audit log stores both states in one entry.
  expect((await save('terms', longest('𝔹'), 1)).statusCode).toBe(200)
})
