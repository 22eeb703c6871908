import { afterEach, expect, test } from 'vitest'

import { collections } from '#server/collections.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { writeBareClient } from '#server/testing/bare-client.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { memberLanguages } from './collection.ts'

let running: TestApp[] = []
afterEach(async () => {
  for (const each of running) await each.close()
  running = []
})

async function start(options: Parameters<typeof startTestApp>[0] = {}) {
  const started = await startTestApp({ env: { LANGUAGES: 'en,de' }, ...options })
  running.push(started)
  return started
}

const GERMAN = { 'accept-language': 'de' }
const COOKIE = '__Host-language=de; max-age=31536000; path=/; httponly; secure; samesite=lax'

/** Signs a person in who has just been created, from a browser with these headers. */
async function signIn({ emulator, visitor }: TestApp, email: string, headers: Record<string, string> = {}) {
  const { idToken } = await emulator.signIn(email, 'correct horse')
  return visitor('POST', '/api/session', { body: { idToken }, headers })
}
const cookiesOf = ({ headers }: { headers: { 'set-cookie'?: string | string[] | undefined } }) =>
  [headers['set-cookie'] ?? []].flat().filter((line) => line.startsWith('__Host-language='))

test('a member’s choice is stored, and set in every browser in which they sign in', async () => {
  const started = await start()
  const { languages } = started.services.accounts
  const ada = await started.member()
  expect((await ada.call('GET', '/api/me/language')).json()).toEqual({})
  expect(await languages.languageOf(ada.uid)).toBe('en')

  const saved = await ada.call('PUT', '/api/me/language', { body: { language: 'de' } })
  expect(saved.statusCode).toBe(204)
  expect(cookiesOf(saved)).toEqual([COOKIE])
  expect((await ada.call('GET', '/api/me/language')).json()).toEqual({ language: 'de' })
  expect(await languages.languageOf(ada.uid)).toBe('de')

  const elsewhere = await signIn(started, ada.email, {
    'accept-language': 'en',
    cookie: '__Host-language=en',
  })
  expect(cookiesOf(elsewhere)).toEqual([COOKIE])
  expect(elsewhere.json()).toMatchObject({ user: { language: 'de' } })

  const cleared = await ada.call('PUT', '/api/me/language', { body: {} })
  expect(cookiesOf(cleared)).toEqual(['__Host-language=; max-age=0; path=/; httponly; secure; samesite=lax'])
  expect((await ada.call('GET', '/api/me/language')).json()).toEqual({})
  expect(cookiesOf(await signIn(started, ada.email))).toEqual([])
})

test('a member without a choice gets texts in the language of their last sign-in', async () => {
  const started = await start()
  const { languages } = started.services.accounts
  const ada = await started.member()
  expect(cookiesOf(await signIn(started, ada.email, GERMAN))).toEqual([])
  expect(await languages.languageOf(ada.uid)).toBe('de')
  expect((await ada.call('GET', '/api/me/language')).json()).toEqual({})
  await signIn(started, ada.email, { 'accept-language': 'fr' })
  expect(await languages.languageOf(ada.uid)).toBe('en')
  expect(await languages.languageOf('unknown')).toBe('en')
})

test('a visitor’s choice becomes the member’s with their first sign-in, but not with a later one', async () => {
  const started = await start()
  const create = async () => {
    const email = `${crypto.randomUUID()}@guildhall.test`
    await started.emulator.createUser({ email, password: 'correct horse', emailVerified: true })
    return email
  }
  const chose = { cookie: '__Host-language=de' }
  const [ada, ben] = [await create(), await create()]
  expect(cookiesOf(await signIn(started, ada, chose))).toEqual([COOKIE])
  expect(cookiesOf(await signIn(started, ada, { cookie: '__Host-language=en' }))).toEqual([COOKIE])

  await signIn(started, ben, GERMAN)
  expect(cookiesOf(await signIn(started, ben, chose))).toEqual([])
})

test('a language that is no longer offered stays stored and is not used', async () => {
  const store = openTemporaryStore(collections)
  const started = await start({ store })
  const ada = await started.member()
  await ada.call('PUT', '/api/me/language', { body: { language: 'de' } })

  const later = await start({ store, env: { LANGUAGES: 'en-XA,en' } })
  const answer = await signIn(later, ada.email, {
    cookie: '__Host-language=de',
    'accept-language': 'de, en-XA;q=0.5',
  })
  expect(cookiesOf(answer)).toEqual([])
  expect(answer.json()).not.toHaveProperty('user.language')
  expect(await later.services.accounts.languages.languageOf(ada.uid)).toBe('en-XA')
  expect(await store.get(memberLanguages, ada.uid)).toMatchObject({ chosen: 'de', signedInWith: 'en-XA' })
  expect((await later.visitor('POST', '/language', form('language=de'))).statusCode).toBe(400)
  await store.close()
})

const form = (body: string, headers: Record<string, string | undefined> = {}) => ({
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-csrf': undefined, ...headers },
})

test('the language form of public pages sets the cookie and redirects to the page it was sent from', async () => {
  const started = await start()
  const answer = await started.visitor(
    'POST',
    '/language',
    form('language=de', { referer: 'https://guildhall.test/about-us?x=1' }),
  )
  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toBe('https://guildhall.test/about-us?x=1')
  expect(cookiesOf(answer)).toEqual([COOKIE])

  for (const referer of [undefined, 'https://evil.test/x', 'garbage', 'https://guildhall.test.evil.test/'])
    expect(
      (await started.visitor('POST', '/language', form('language=de', { referer }))).headers.location,
    ).toBe('https://guildhall.test/')
})

test.each(['language=fr', 'language=', '', 'language=de&language=en&x=1', `language=${'de'.repeat(100)}`])(
  'the form refuses %j',
  async (body) => {
    const started = await start()
    const answer = await started.visitor('POST', '/language', form(body))
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(cookiesOf(answer)).toEqual([])
  },
)

test('another site cannot send the form', async () => {
  const started = await start()
  const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
  const answer = await started.visitor('POST', '/language', form('language=de', foreign))
  expect(answer.statusCode).toBe(403)
  expect(cookiesOf(answer)).toEqual([])
})

test('a community with one language stores no choice and offers none', async () => {
  const started = await start({ env: {}, clientFolder: await writeBareClient() })
  const ada = await started.member()
  const answer = await signIn(started, ada.email, { ...GERMAN, cookie: '__Host-language=de' })
  expect(cookiesOf(answer)).toEqual([])
  expect(await started.store.get(memberLanguages, ada.uid)).toBeUndefined()
  expect(await started.services.accounts.languages.languageOf(ada.uid)).toBe('en')
  expect((await started.visitor('POST', '/language', form('language=en'))).statusCode).toBe(404)
  const refused = await ada.call('PUT', '/api/me/language', { body: { language: 'de' } })
  expect(refused.json()).toMatchObject({ status: 400, fields: { language: expect.any(String) } })
})

test('the choice is in the account export, and is deleted with the account', async () => {
  const started = await start()
  const ada = await started.member()
  await ada.call('PUT', '/api/me/language', { body: { language: 'de' } })
  const { body } = await ada.call('POST', '/api/account/export')
  expect(JSON.parse(body)).toHaveProperty('language', { chosen: 'de', signedInWith: 'en' })
  await started.services.accounts.languages.forget(ada.uid)
  expect(await started.store.get(memberLanguages, ada.uid)).toBeUndefined()
})
