import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { writeBareClient } from '#server/testing/bare-client.ts'

const SCRIPT = `export const words = ${JSON.stringify('words '.repeat(500))}`
const FILES: Record<string, string | Buffer> = {
  'humans.txt': 'User-agent: *\n',
  'favicon.ico': Buffer.alloc(64),
  'assets/app-1a2b3c4d.js': SCRIPT,
  'assets/app-1a2b3c4d.js.br': brotliCompressSync(SCRIPT),
  'assets/app-1a2b3c4d.js.gz': gzipSync(SCRIPT),
  'assets/app-1a2b3c4d.js.map': '{"sources":["secret.ts"]}',
  'assets/built-1a2b3c4d.js': SCRIPT,
  'assets/built-1a2b3c4d.js.br': brotliCompressSync('compressed by the build'),
  'assets/built-1a2b3c4d.js.gz': gzipSync('compressed by the build'),
  'assets/app-1a2b3c4d.css': 'a { color: red }',
  'assets/font-1a2b3c4d.woff2': Buffer.alloc(2000),
  'assets/photo-1a2b3c4d.jpg': Buffer.alloc(2000),
  'assets/photo-1a2b3c4d.png': Buffer.alloc(2000),
  'assets/photo-1a2b3c4d.webp': Buffer.alloc(2000),
  'assets/mark-1a2b3c4d.svg': '<svg/>',
  'icon.svg': '<svg/>',
  'assets/codec.wasm-worker-1a2b3c4d.js': SCRIPT,
  'assets/codec-1a2b3c4d.wasm': Buffer.alloc(2000),
  '.git/config': 'secret',
  '.env': 'SECRET=1',
  '.well-known/notes.txt': 'secret',
}

const folder = await writeBareClient(FILES)
afterAll(() => rm(folder, { recursive: true }))

describe.each(['on', 'off'])('with the static cache %s', (cache) => {
  let started: TestApp
  beforeAll(async () => {
    started = await startTestApp({ clientFolder: folder, liftRateLimits: true, env: { STATIC_CACHE: cache } })
  })
  afterAll(() => started.close())

  const get = (url: string, headers: Record<string, string> = {}) => started.visitor('GET', url, { headers })

  test('WebAssembly is allowed in its worker, and on no page', async () => {
    const policyOf = async (url: string) => (await get(url)).headers['content-security-policy']
    expect(await policyOf('/assets/codec.wasm-worker-1a2b3c4d.js')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    )
    for (const url of ['/', '/login', '/assets/app-1a2b3c4d.js']) {
      expect(await policyOf(url)).toContain("script-src 'self' https://apis.google.com;")
    }
    expect((await get('/assets/codec-1a2b3c4d.wasm')).headers['content-type']).toBe('application/wasm')
  })

  test('hashed files are cached forever, others are not', async () => {
    const script = await get('/assets/app-1a2b3c4d.js')
    expect(script.headers).toMatchObject({
      'content-type': expect.stringMatching(/^(?:text|application)\/javascript; charset=utf-8$/),
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(script.body).toBe(SCRIPT)
    expect((await get('/humans.txt')).headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
    expect((await get('/favicon.ico')).headers['content-type']).toBe('image/vnd.microsoft.icon')
  })

  test.each<[string, string?]>([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['BR', 'br'],
    ['br;q=0'],
    ['gzip;q=nonsense'],
    ['deflate'],
    ['*;q=0'],
    [''],
    // Otherwise the plugin reads these, and answers with an encoding that the client accepts too.
    ...(cache === 'on'
      ? ([['x-gzip', 'gzip'], ['*', 'br'], ['identity, br;q=0.5']] as [string, string?][])
      : []),
  ])('Accept-Encoding "%s" gets %s', async (accepted, encoding) => {
    const answer = await get('/assets/app-1a2b3c4d.js', { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('accept-encoding')
    const decode =
      { br: brotliDecompressSync, gzip: gunzipSync }[String(encoding)] ?? ((body: Buffer) => body)
    expect(decode(answer.rawPayload).toString()).toBe(SCRIPT)
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
  })

  test.each(['/assets/app-1a2b3c4d.js', '/assets/font-1a2b3c4d.woff2', '/humans.txt'])(
    '%s is revalidated by its ETag',
    async (url) => {
      const whole = await get(url, { 'accept-encoding': 'br' })
      const { etag } = whole.headers
      const again = await get(url, { 'accept-encoding': 'br', 'if-none-match': String(etag) })
      expect(again.statusCode).toBe(304)
      expect(again.body).toBe('')
      expect(again.headers).toMatchObject({ etag, 'cache-control': whole.headers['cache-control'] })
      const changed = await get(url, { 'accept-encoding': 'br', 'if-none-match': '"other"' })
      expect(changed.statusCode).toBe(200)
    },
  )

  test.each(['/assets/app-1a2b3c4d.js', '/assets/font-1a2b3c4d.woff2', '/humans.txt', '/favicon.ico'])(
    'HEAD of %s has the headers of GET and no body',
    async (url) => {
      const headers = { 'accept-encoding': 'gzip' }
      const [head, whole] = [await started.visitor('HEAD', url, { headers }), await get(url, headers)]
      expect(head.statusCode).toBe(200)
      expect(head.body).toBe('')
      const { date: _, ...same } = whole.headers
      expect(head.headers).toMatchObject(same)
    },
  )

  test.each([
    ['/assets/app-1a2b3c4d.css', 'text/css; charset=utf-8'],
    ['/assets/codec-1a2b3c4d.wasm', 'application/wasm'],
    ['/assets/font-1a2b3c4d.woff2', 'font/woff2'],
    ['/assets/photo-1a2b3c4d.jpg', 'image/jpeg'],
    ['/assets/photo-1a2b3c4d.png', 'image/png'],
    ['/assets/photo-1a2b3c4d.webp', 'image/webp'],
    ['/assets/mark-1a2b3c4d.svg', 'image/svg+xml'],
    ['/icon.svg', 'image/svg+xml'],
  ])('%s is served as %s', async (url, type) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe(type)
    expect(answer.rawPayload).toEqual(Buffer.from(FILES[url.slice(1)]!))
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
  ])('%s is not served', async (url) => {
    const answer = await get(url)
    expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

test.each(['on', 'off'])(
  'no folder is listed, and no hidden folder is served, with the cache %s',
  async (cache) => {
    const app = await startTestApp({ clientFolder: folder, env: { STATIC_CACHE: cache } })
    onTestFinished(app.close)
    for (const url of ['/assets', '/assets/', '/.git/', '/.git/config', '/.git/config/']) {
      const { statusCode, body } = await app.visitor('GET', url)
      expect([url, statusCode]).toEqual([url, 404])
      expect(body).not.toMatch(/secret|app-1a2b3c4d/)
    }
  },
)

test('without the static cache, each request reads the file, and ranges are served', async () => {
  const own = await writeBareClient({ 'assets/app-1a2b3c4d.js': 'before' })
  const write = async (name: string, edit: (text: string) => string) =>
    writeFile(join(own, name), edit(await readFile(join(own, name), 'utf8')))
  const app = await startTestApp({ clientFolder: own, env: { STATIC_CACHE: 'off' } })
  const read = (url: string, headers = {}) => app.visitor('GET', url, { headers })

  expect((await read('/assets/app-1a2b3c4d.js')).body).toBe('before')
  await write('assets/app-1a2b3c4d.js', () => 'afterwards')
  await write('index.html', (page) => `${page}<p>changed</p>`)
  expect((await read('/assets/app-1a2b3c4d.js')).body).toBe('afterwards')
  expect((await read('/events')).body).toContain('<p>changed</p>')

  const part = await read('/assets/app-1a2b3c4d.js', { range: 'bytes=2-4' })
  expect(part.statusCode).toBe(206)
  expect(part.body).toBe('ter')
  expect(part.headers['content-range']).toBe('bytes 2-4/10')

  await rm(join(own, 'assets/app-1a2b3c4d.js'))
  expect((await read('/assets/app-1a2b3c4d.js')).json()).toMatchObject({ status: 404, code: 'not_found' })
  await app.close()
  await rm(own, { recursive: true })
})
