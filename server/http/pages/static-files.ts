import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import { HOUR, SECOND } from '#shared/lib/durations.ts'
import type { FixedHeaders } from '#server/http/headers.ts'

type Encoding = 'br' | 'gzip' | 'identity'

interface Variant {
  headers: FixedHeaders
  body: Buffer
}
/** One file in memory, in each encoding that makes it smaller. */
export type StaticFile = Partial<Record<Encoding, Variant>> & { identity: Variant }

/** The types of the page, of all assets in the build, and of generated files. */
const TYPES: Readonly<Record<string, string>> = {
  '.atom': 'application/atom+xml; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}
const COMPRESSED_BY_NATURE = new Set(['.jpg', '.png', '.webp', '.woff2'])

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }
const AN_HOUR = { 'cache-control': `public, max-age=${HOUR / SECOND}` }
export const ALWAYS_ASK = { 'cache-control': 'no-cache' }

/** A worker has the policy of its own response. Only workers run WebAssembly, and they contact no other origin. */
const WASM_WORKER = {
  ...IMMUTABLE,
  'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Folder of the files that the build names by their content. */
const HASHED_FOLDER = 'assets/'

/** Compressed siblings are encodings of the file beside them, not files of their own. */
export const NOT_SERVED = ['**/.*', '**/*.map', '**/*.br', '**/*.gz']

/**
 * The hashed files in `folder`, except source maps and dotfiles, by URL path. They are a few megabytes; serving them
 * from memory is many times faster than through the file system.
 */
export async function loadHashedFiles(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const names = await Array.fromAsync(glob(`${HASHED_FOLDER}**/*.*`, { cwd: folder, exclude: NOT_SERVED }))
  const files = names.map(async (name) => {
    const path = join(folder, name)
    const file = await createStaticFile(extname(name), await readFile(path), headersOf(name), {
      br: await readSibling(`${path}.br`),
      gzip: await readSibling(`${path}.gz`),
    })
    return [`/${name}`, file] as const
  })
  return new Map(await Promise.all(files))
}

/** @param name path within the client's folder */
export function headersOf(name: string): FixedHeaders {
  if (!name.startsWith(HASHED_FOLDER)) return AN_HOUR
  return name.includes('.wasm-worker-') ? WASM_WORKER : IMMUTABLE
}

const readSibling = (path: string) => readFile(path).catch(() => undefined)

type Compressed = Partial<Record<'br' | 'gzip', Buffer | undefined>>

/** @param built files that the build has compressed; the others are compressed here, at start */
async function createStaticFile(
  extension: string,
  content: Buffer,
  headers: FixedHeaders,
  built: Compressed = {},
): Promise<StaticFile> {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  const variant = (encoding: Encoding, body: Buffer): Variant => ({
    body,
    headers: Object.freeze({
      vary: 'accept-encoding',
      ...headers,
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-length': String(body.length),
      etag: `"${hash}-${encoding}"`,
    }),
  })
  const file: StaticFile = { identity: variant('identity', content) }
  if (COMPRESSED_BY_NATURE.has(extension)) return file
  const compressed = {
    br: built.br ?? (await brotli(content, brotliOptions(content))),
    gzip: built.gzip ?? (await gzipped(content, { level: 9 })),
  }
  for (const encoding of ['br', 'gzip'] as const) {
    const body = compressed[encoding]
    if (body.length < content.length) file[encoding] = variant(encoding, body)
  }
  return file
}

const MAX_FILLED = 100

export type FilledFiles = ReturnType<typeof createFilledFiles>

/**
 * Files that the server generates. Compressing takes far longer than generating, so equal ones are compressed once.
 */
export function createFilledFiles(headers: FixedHeaders = ALWAYS_ASK) {
  const known = new LRUCache<string, Promise<StaticFile>>({ max: MAX_FILLED })
  return (name: string, text: string): Promise<StaticFile> => {
    let file = known.get(text)
    if (!file) {
      file = createStaticFile(extname(name), Buffer.from(text), headers)
      known.set(text, file)
    }
    return file
  }
}

const brotliOptions = (content: Buffer) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  },
})

export function chooseVariant(file: StaticFile, acceptEncoding: string | undefined): Variant {
  for (const encoding of preferred(acceptEncoding)) if (file[encoding]) return file[encoding]
  return file.identity
}

/**
 * Our supported encodings in the client's order; among equals the smaller. `identity` is the last resort, so that no
 * client is refused.
 */
function preferred(acceptEncoding = ''): readonly Encoding[] {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight) || 0)
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  return (['br', 'gzip'] as const)
    .filter((encoding) => weightOf(encoding) > (weights.get('identity') ?? 0))
    .toSorted((left, right) => weightOf(right) - weightOf(left))
}

export function sendFile(file: StaticFile, { headers: asked }: FastifyRequest, reply: FastifyReply) {
  const { headers, body } = chooseVariant(file, asked['accept-encoding'])
  reply.headers(headers)
  if (!isUnchanged(asked['if-none-match'], headers['etag'])) return reply.send(body)
  return reply.removeHeader('content-length').code(304).send()
}

export function isUnchanged(ifNoneMatch: string | undefined, etag: string | undefined) {
  if (ifNoneMatch === undefined || etag === undefined) return false
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
