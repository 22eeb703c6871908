import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/app.ts'

import { fillPage } from './spa.ts'

const PAGE = `<!doctype html><title>%PRODUCT_NAME%</title>
<script type="application/json" id="settings">{}</script><div id="root"></div>`
const SCRIPT = `export const words = ${JSON.stringify('words '.repeat(500))}`
const FILES: Record<string, string | Buffer> = {
  'index.html': PAGE,
  'landing.html': PAGE.replace('</div>', '<h1>%PRODUCT_NAME%</h1></div>'),
  'manifest.webmanifest': '{"display":"standalone"}',
  'robots.txt': 'User-agent: *\n',
  'favicon.ico': Buffer.alloc(64),
  'assets/app-1a2b3c4d.js': SCRIPT,
  'assets/app-1a2b3c4d.js.map': '{"sources":["secret.ts"]}',
  'assets/built-1a2b3c4d.js': SCRIPT,
  'assets/built-1a2b3c4d.js.br': brotliCompressSync('compressed by the build'),
  'assets/built-1a2b3c4d.js.gz': gzipSync('compressed by the build'),
  'assets/font-1a2b3c4d.woff2': Buffer.alloc(2000),
  'assets/codec.wasm-worker-1a2b3c4d.js': SCRIPT,
  'assets/codec-1a2b3c4d.wasm': Buffer.alloc(2000),
  '.env': 'SECRET=1',
  '.well-known/notes.txt': 'secret',
}

let folder: string
let started: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-client-'))
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(join(folder, dirname(name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  started = await startTestApp({ clientFolder: folder, liftRateLimits: true })
})
afterAll(async () => {
  await started.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => started.visitor('GET', url, { headers })

test('WebAssembly runs in workers and on no page', async () => {
  const policyOf = async (url: string) => (await get(url)).headers['content-security-policy']
  expect(await policyOf('/assets/codec.wasm-worker-1a2b3c4d.js')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  )
  for (const url of ['/', '/login', '/assets/app-1a2b3c4d.js']) {
    expect(await policyOf(url)).toContain("script-src 'self' https://apis.google.com;")
  }
  expect((await get('/assets/codec-1a2b3c4d.wasm')).headers['content-type']).toBe('application/wasm')
})

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

describe('files', () => {
  test('hashed files are cached forever, others are not', async () => {
    const script = await get('/assets/app-1a2b3c4d.js')
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(script.body).toBe(SCRIPT)
    expect((await get('/robots.txt')).headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
    expect((await get('/favicon.ico')).headers['content-type']).toBe('image/vnd.microsoft.icon')
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['identity, br;q=0.5', undefined],
    ['br;q=0', undefined],
    ['gzip;q=nonsense', undefined],
    ['deflate', undefined],
    ['*;q=0', undefined],
    ['', undefined],
  ])('Accept-Encoding "%s" gets %s', async (accepted, encoding) => {
    const answer = await get('/assets/app-1a2b3c4d.js', { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('accept-encoding')
    const decode =
      { br: brotliDecompressSync, gzip: gunzipSync }[String(encoding)] ?? ((body: Buffer) => body)
    expect(decode(answer.rawPayload).toString()).toBe(SCRIPT)
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
  })

  test('each encoding has its own ETag', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', ''].map(async (accepted) => {
        const answer = await get('/assets/app-1a2b3c4d.js', { 'accept-encoding': accepted })
        return answer.headers.etag
      }),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('a file that the build compressed as %s is not compressed again', async (encoding, decode) => {
    const answer = await get('/assets/built-1a2b3c4d.js', { 'accept-encoding': encoding })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(decode(answer.rawPayload).toString()).toBe('compressed by the build')
  })

  test('compressed formats are not compressed', async () => {
    const answer = await get('/assets/font-1a2b3c4d.woff2', { 'accept-encoding': 'br' })
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  test.each([
    '/assets/app-00000000.js',
    '/assets/app-1a2b3c4d.js.map',
    '/assets/built-1a2b3c4d.js.br',
    '/assets/built-1a2b3c4d.js.gz',
    '/assets/app-1a2b3c4d.js/x.js',
    '/.env',
    '/.well-known/notes.txt',
    '/index.html',
    '/assets/../.env',
    '/assets/..%2f.env',
    '/assets/%2e%2e/.env',
    '/..\\.env',
    '//.env',
    '/assets/app-1a2b3c4d.js%00.js',
  ])('%s is not one', async (url) => {
    const answer = await get(url)
    expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})
