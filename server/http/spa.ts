import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import type { ClientSettings } from '#shared/client-settings.ts'
import { screenPatterns } from '#shared/paths.ts'
import type { Config } from '#server/config.ts'
import { escapeHtml } from '#server/lib/html.ts'

import { frameworkFailure } from './problems.ts'
import { createPublicEventPages, type PublicEventSource } from './public-event-pages.ts'
import { pathOf } from './request-log.ts'
import type { MayBeIndexed } from './robots.ts'
import { type Community, withCommunity } from './community-pages.ts'
import { fillPage } from './page-data.ts'
import {
  chooseVariant,
  createFilledFiles,
  headersOf,
  isUnchanged,
  loadHashedFiles,
  NOT_SERVED,
  type StaticFile,
} from './static-files.ts'

interface Options {
  /** The built client. */
  folder: string
  settings: ClientSettings
  /** Our own address, for what refers to it from elsewhere. */
  origin: string
  events: PublicEventSource
  community: () => Promise<Community>
  limit: (request: FastifyRequest) => Promise<void>
  /**
   * `staticCache`: whether hashed files and filled pages are served from memory instead of being read for each request.
   * Without `serviceWorker`, the one that browsers have removes itself.
   */
  config: Pick<Config, 'staticCache' | 'serviceWorker'>
  mayBeIndexed: MayBeIndexed
  /** Counts a request for what is not there. */
  onMiss: (request: FastifyRequest) => Promise<void>
}

const MANIFEST = 'manifest.webmanifest'
const SERVICE_WORKER = 'sw.js'
const OFFLINE_PAGE = 'offline.html'
/** Takes the place of a service worker that has to go: it removes what that has stored, and then itself. */
const NO_SERVICE_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => registration.unregister())
))
`
const FILE_NAME = /\.[a-z0-9]{1,11}$/i

/** The single-page app: its files, and its one page under every other address. */
export const spa: FastifyPluginAsync<Options> = async (
  app,
  {
    folder,
    settings,
    origin,
    events,
    community,
    limit,
    config: { staticCache: cached, serviceWorker },
    mayBeIndexed,
    onMiss,
  },
) => {
  if (cached) serveFromMemory(app, await loadHashedFiles(folder))
  // A route for each file that is there now, and so none that traverses.
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: [...NOT_SERVED, '**/*.html', MANIFEST, SERVICE_WORKER],
    setHeaders: (reply, path) => void reply.headers(headersOf(relative(folder, path))),
  })
  const filled = async (name: string, fill: (template: string, settings: ClientSettings) => string) => {
    const read = async () => fill(await readFile(join(folder, name), 'utf8'), settings)
    const first = await read()
    return async () => (cached ? first : read())
  }
  const fileOf = createFilledFiles()
  const page = await filled('index.html', fillPage)
  const landing = await filled('landing.html', fillPage)
  const pages = createPublicEventPages({
    page: withCommunity(page, settings, community),
    // The same page with the landing's words in it: a first visit reads them before any script has come.
    landing: withCommunity(landing, settings, community),
    about: withCommunity(page, settings, community, { texts: true }),
    origin,
    productName: settings.PRODUCT_NAME,
    events,
    limit,
    fileOf,
  })
  // At the start rather than for the first visit.
  await pages.page()
  const manifest = await filled(MANIFEST, fillManifest)
  const worker = await filled(SERVICE_WORKER, serviceWorker ? fillScript : () => NO_SERVICE_WORKER)
  const offline = await filled(OFFLINE_PAGE, fillName)
  const isScreen = screenMatcher(settings.PRODUCT_SLUG)

  // Browsers ask each time, so that a new release reaches them at once.
  for (const [name, content] of [
    [MANIFEST, manifest],
    [SERVICE_WORKER, worker],
    [OFFLINE_PAGE, offline],
  ] as const) {
    app.get(`/${name}`, { schema: { hide: true } }, async (request, reply) =>
      sendFile(await fileOf(name, await content()), request, reply),
    )
  }

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = pathOf(request.raw.url ?? '')
    if (isScreen(path)) {
      if (!(await mayBeIndexed(path, request))) reply.header('x-robots-tag', 'noindex')
      return sendFile(await pages.at(path, request), request, reply)
    }
    await onMiss(request)
    // A stale page that asks for a script of an earlier build must not be given HTML.
    if (FILE_NAME.test(path)) throw frameworkFailure(404)
    const { headers, body } = chooseVariant(await pages.page(), request.headers['accept-encoding'])
    return reply.code(404).headers(headers).send(body)
  })
}

/** Answers before the file's route does. */
function serveFromMemory(app: FastifyInstance, files: ReadonlyMap<string, StaticFile>) {
  app.addHook('onRequest', (request, reply, done) => {
    const file = files.get(pathOf(request.raw.url ?? ''))
    if (file) sendFile(file, request, reply)
    else done()
  })
}

function sendFile(file: StaticFile, { headers: asked }: FastifyRequest, reply: FastifyReply) {
  const { headers, body } = chooseVariant(file, asked['accept-encoding'])
  reply.headers(headers)
  if (!isUnchanged(asked['if-none-match'], headers['etag'])) return reply.send(body)
  return reply.removeHeader('content-length').code(304).send()
}

const fillName = (template: string, { PRODUCT_NAME: name }: ClientSettings) =>
  template.replaceAll('%PRODUCT_NAME%', () => escapeHtml(name))

/** Within quotes of any kind. */
const fillScript = (template: string, { PRODUCT_NAME: name }: ClientSettings) =>
  template.replaceAll('%PRODUCT_NAME%', () =>
    name.replace(/[^\w ]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`),
  )

/** What the app is called on a person's home screen. */
function fillManifest(template: string, { PRODUCT_NAME: name }: ClientSettings) {
  return JSON.stringify({ name, short_name: name, ...(JSON.parse(template) as object) })
}

/** Whether the client has a screen there; its router ignores case and a slash at the end, so this does. */
function screenMatcher(productSlug: string): (path: string) => boolean {
  const alternatives = screenPatterns(productSlug).map((pattern) => pattern.replace(/:[^/]+/g, '[^/]+'))
  const screens = new RegExp(`^(?:${alternatives.join('|')})/?$`, 'i')
  return (path) => screens.test(path)
}
