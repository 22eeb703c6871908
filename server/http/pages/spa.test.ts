import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { writeBareClient } from '#server/testing/bare-client.ts'
import { buildClient } from '#server/tools/client-build.ts'

const PAGE = `<!doctype html><title>%PRODUCT_NAME%</title>
<body><script type="application/json" id="settings">{}</script><div id="root"></div></body>`

const RENDER = join(import.meta.dirname, '../../../dist/render')

const folder = await writeBareClient({
  'index.html': PAGE,
  'manifest.webmanifest': '{"display":"standalone"}',
  'sw.js': 'const name = "%PRODUCT_NAME%"',
  'offline.html': '<title>%PRODUCT_NAME%</title>',
})
afterAll(() => rm(folder, { recursive: true }))

describe.each(['on', 'off'])('with the static cache %s', (cache) => {
  let started: TestApp
  beforeAll(async () => {
    started = await startTestApp({ clientFolder: folder, liftRateLimits: true, env: { STATIC_CACHE: cache } })
  })
  afterAll(() => started.close())

  const get = (url: string, headers: Record<string, string> = {}) => started.visitor('GET', url, { headers })

  describe('the page', () => {
    test.each([
      '/',
      '/about-us',
      '/login?next=%2Fevents',
      '/guildhall-prestige',
      '/event/e1',
      '/event/a%20b.c',
      '/profile',
      '/profile/m1',
      '/Events',
      '/events/',
    ])('%s is served as a screen', async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      })
      expect(answer.body).toContain('<title>Guildhall</title>')
    })

    test.each([
      '/nowhere',
      '/other-prestige',
      '/event',
      '/event/e1/more',
      '/profile/a/b',
      '/API/session',
      '/%2e%2e/etc',
    ])('%s, which is not a screen, is answered with the page and 404', async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.body).toContain('<div id="root">')
    })

    test.each(['/index.html', '/about.php', '/events.json', '//evil.com'])(
      '%s, which names no file, shows the not-found page to someone who opens it',
      async (url) => {
        const answer = await get(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
        expect((await get(url, { accept: '*/*' })).json()).toMatchObject({ code: 'not_found' })
      },
    )

    test.each([
      ['/sw.js', 'text/javascript; charset=utf-8', 'const name = "Guildhall"'],
      ['/offline.html', 'text/html; charset=utf-8', '<title>Guildhall</title>'],
    ])('%s contains the product’s name and is revalidated on each request', async (url, type, body) => {
      const answer = await get(url)
      expect(answer.headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' })
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
      expect(answer.body).toBe(body)
    })

    test('an unchanged page is answered with 304', async () => {
      const { etag } = (await get('/events')).headers
      const answer = await get('/events', { 'if-none-match': `"other", W/${etag}` })
      expect(answer.statusCode).toBe(304)
      expect(answer.body).toBe('')
      expect(answer.headers).toMatchObject({ etag, 'cache-control': 'no-cache' })
      expect((await get('/events', { 'if-none-match': '"other"' })).statusCode).toBe(200)
      expect((await get('/nowhere', { 'if-none-match': String(etag) })).statusCode).toBe(404)
    })

    test('HEAD has the same headers and no body', async () => {
      const [head, whole] = [await started.visitor('HEAD', '/events'), await get('/events')]
      expect(head.statusCode).toBe(200)
      expect(head.body).toBe('')
      expect(head.headers['content-length']).toBe(whole.headers['content-length'])
    })

    test('other methods are refused', async () => {
      expect((await started.visitor('POST', '/events')).json()).toMatchObject({
        status: 404,
        code: 'not_found',
      })
    })
  })

  test('the manifest has the name of the app', async () => {
    const answer = await get('/manifest.webmanifest')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/manifest+json',
      'cache-control': 'no-cache',
    })
    expect(answer.json()).toEqual({ name: 'Guildhall', short_name: 'Guildhall', display: 'standalone' })
    const { etag } = answer.headers
    expect((await get('/manifest.webmanifest', { 'if-none-match': String(etag) })).statusCode).toBe(304)
  })
})

test('the service worker can be switched off, and the product’s name cannot break out of its script', async () => {
  const name = 'A "guild" `${hall}` \\'
  const [named, without] = await Promise.all([
    startTestApp({ clientFolder: folder, env: { PRODUCT_NAME: name } }),
    startTestApp({ clientFolder: folder, env: { SERVICE_WORKER: 'off' } }),
  ])
  const script = (await named.visitor('GET', '/sw.js')).body
  expect(runInNewContext(`${script}; name`)).toBe(name)
  expect((await without.visitor('GET', '/sw.js')).body).toContain('registration.unregister()')
  await Promise.all([named.close(), without.close()])
})

test('a page contains the community’s text in its own language only', { timeout: 120_000 }, async () => {
  const dist = await mkdtemp(join(tmpdir(), 'guildhall-dist-'))
  await buildClient(['en'])
  const built = await writeBareClient({ 'index.html': PAGE })
  await cp(RENDER, join(dist, 'render'), { recursive: true })
  await cp(built, join(dist, 'client'), { recursive: true })
  await cp(built, join(dist, 'languages/de'), { recursive: true })
  await cp(built, join(dist, 'languages/pt'), { recursive: true })
  const email = `${randomUUID()}@guildhall.test`
  const started = await startTestApp({
    clientFolder: join(dist, 'client'),
    env: { LANGUAGES: 'en,de,pt', ADMIN_EMAILS: email },
  })
  onTestFinished(async () => {
    await started.close()
    await Promise.all([dist, built].map((path) => rm(path, { recursive: true })))
  })
  const admin = await started.member({ email })
  const save = (version: number, body: object) =>
    admin.call('PUT', '/api/admin/settings/landing', { body, headers: { 'if-match': `"${version}"` } })
  const bodyIn = async (language: string) =>
    (await started.visitor('GET', '/', { headers: { 'accept-language': language } })).body
      .split('<div id="root"')[1]!
      .replaceAll(/ class="[^"]*"/g, '')
  const english = '<h1>Welcome</h1><div><p>We meet.</p></div>'
  const marked =
    '<h1 lang="en" dir="ltr">Welcome</h1><div><p><small>%</small></p><div lang="en" dir="ltr"><p>We meet.</p></div></div>'

  const text = { title: 'Welcome', text: 'We meet.' }
  expect((await save(0, text)).statusCode).toBe(200)
  expect(await bodyIn('de')).toContain(marked.replace('%', 'Diesen Text gibt es nur auf Englisch.'))
  expect(await bodyIn('en')).toContain(english)
  expect(await bodyIn('pt')).toContain(marked.replace('%', 'Este texto só existe em inglês.'))

  await save(1, { ...text, translations: { de: { title: 'Willkommen', text: 'Wir treffen uns.' } } })
  for (const _ of ['first', 'from the cache']) {
    const german = await bodyIn('de')
    expect(german).toContain('<h1>Willkommen</h1><div><p>Wir treffen uns.</p></div>')
    expect(german).not.toContain('Welcome')
    expect(await bodyIn('en')).toContain(english)
    expect(await bodyIn('en')).not.toContain('Willkommen')
    expect(await bodyIn('pt')).toContain(marked.replace('%', 'Este texto só existe em inglês.'))
  }
})

test('pages and problems are in the language that was chosen or that the browser prefers, files in any', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'guildhall-dist-'))
  const german = await writeBareClient({
    'index.html': PAGE.replace('<title>', '<title>Willkommen bei '),
    'assets/gruss-12345678.js': 'hallo()',
    'offline.html': '<title>Offline bei %PRODUCT_NAME%</title>',
    'sw.js': 'const name = "%PRODUCT_NAME%" // Deutsch',
  })
  await cp(folder, join(dist, 'client'), { recursive: true })
  await cp(german, join(dist, 'languages/de'), { recursive: true })
  const started = await startTestApp({ clientFolder: join(dist, 'client'), env: { LANGUAGES: 'en,de' } })
  onTestFinished(async () => {
    await started.close()
    await Promise.all([dist, german].map((path) => rm(path, { recursive: true })))
  })
  const get = (url: string, language: string) =>
    started.visitor('GET', url, { headers: { 'accept-language': language } })

  const page = await get('/login', 'de-CH, en;q=0.5')
  expect(page.body).toContain('Willkommen bei Guildhall')
  expect(page.headers.vary).toBe('accept-encoding, accept-language, cookie')
  for (const language of ['fr', 'x'.repeat(10_000)])
    expect((await get('/login', language)).body).toContain('<title>Guildhall')
  for (const language of ['en', 'de'])
    expect((await get('/assets/gruss-12345678.js', language)).body).toBe('hallo()')

  const chosen = (url: string, cookie: string) =>
    started.visitor('GET', url, { headers: { 'accept-language': 'de', cookie } })
  for (const [url, english, inGerman] of [
    ['/login', '<title>Guildhall', 'Willkommen bei Guildhall'],
    ['/offline.html', '<title>Guildhall', 'Offline bei Guildhall'],
    ['/sw.js', 'const name = "Guildhall"', '// Deutsch'],
  ] as const) {
    const answer = await chosen(url, 'session=x; __Host-language=en')
    expect(answer.body).toContain(english)
    expect(answer.body).not.toContain(inGerman)
    expect(answer.headers.vary).toBe('accept-encoding, accept-language, cookie')
    // A language that is no longer offered.
    expect((await chosen(url, '__Host-language=en-XA')).body).toContain(inGerman)
  }
  for (const [tag, label] of [
    ['en', 'Language'],
    ['de', 'Sprache'],
  ] as const) {
    const { body } = await get('/login', tag)
    expect(body).toContain(`aria-label="${label}"`)
    expect(body).toContain(`<button name="language" value="${tag}" lang="${tag}" aria-current="true">`)
    expect(body.match(/<button name="language"/g)).toHaveLength(2)
  }
  const { etag } = (await get('/login', 'en')).headers
  const changed = { 'accept-language': 'en', cookie: '__Host-language=de', 'if-none-match': String(etag) }
  expect((await started.visitor('GET', '/login', { headers: changed })).statusCode).toBe(200)

  expect((await get('/api/nowhere', 'de')).json()).toMatchObject({
    code: 'not_found',
    title: 'Unter dieser Adresse gibt es nichts.',
  })
  const { example } = (await get('/api/public/prestige', 'de')).json<{
    example: { items: { sentence: string }[] }
  }>()
  expect(example.items[0]!.sentence).toBe('Growth-Meeting fand statt: Preise für ein neues Angebot')
})
