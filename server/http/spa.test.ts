import { rm } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { writeBareClient } from '#server/testing/bare-client.ts'

import { fillPage } from './page-data.ts'

const PAGE = `<!doctype html><title>%PRODUCT_NAME%</title>
<script type="application/json" id="settings">{}</script><div id="root"></div>`

let folder: string
beforeAll(async () => {
  folder = await writeBareClient({
    'index.html': PAGE,
    'landing.html': PAGE.replace('</div>', '<h1>%PRODUCT_NAME%</h1></div>'),
    'manifest.webmanifest': '{"display":"standalone"}',
    'sw.js': 'const name = "%PRODUCT_NAME%"',
    'offline.html': '<title>%PRODUCT_NAME%</title>',
  })
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
    ])('%s is a screen', async (url) => {
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
    ])('%s is not a screen, and is answered with the page and 404', async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.body).toContain('<div id="root">')
    })

    test.each([
      ['/sw.js', 'text/javascript; charset=utf-8', 'const name = "Guildhall"'],
      ['/offline.html', 'text/html; charset=utf-8', '<title>Guildhall</title>'],
    ])('%s has the product’s name, and browsers ask for it each time', async (url, type, body) => {
      const answer = await get(url)
      expect(answer.headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' })
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
      expect(answer.body).toBe(body)
    })

    test('only the landing page is prerendered', async () => {
      expect((await get('/')).body).toContain('<h1>Guildhall</h1>')
      expect((await get('/events')).body).not.toContain('<h1>')
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

    test('settings are escaped in the page', () => {
      const settings = { ...started.config.client, PRODUCT_NAME: `</script><b>"$&'` }
      const html = fillPage(PAGE, settings)
      const [, data] = /id="settings">([^<]*)<\/script>/.exec(html) ?? []
      expect(JSON.parse(data ?? '')).toEqual(settings)
      expect(html).not.toContain('<b>')
      expect(() => fillPage('<title></title>', settings)).toThrow('no place for the settings')
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

test('the service worker can be taken back, and the product’s name cannot break out of it', async () => {
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
