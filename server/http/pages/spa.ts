import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'

import { language } from '#shared/lib/language/current.ts'
import type { Language } from '#shared/lib/language/languages.ts'
import type { PageData } from '#shared/programme/pages.ts'
import type { ClientSettings } from '#shared/lib/client-settings.ts'
import { CHAPTER, GUEST, paths } from '#shared/lib/paths.ts'
import { publicChapterPath } from '#shared/lib/paths/chapters.ts'
import { matcherOf, pageFile, type Screen, screens as screensOf } from '#shared/lib/screens.ts'
import type { Config } from '#server/config/config.ts'
import { inLanguage } from '#server/lib/language.ts'
import { escapeHtml } from '#server/lib/text/html.ts'
import { frameworkFailure } from '#server/http/problems.ts'
import { pathOf } from '#server/http/request-log.ts'

import {
  createScreenPages,
  type LandingSource,
  type PublicChapterSource,
  type PublicEventSource,
} from './screen-pages.ts'
import { crawlerRoutes } from './crawlers.ts'
import type { MayBeIndexed } from './robots.ts'
import { type Community, createPage } from './community-pages.ts'
import { landingTags, type PreviewSite } from './link-preview.ts'
import { loadRenderer } from './renderer.ts'
import {
  ALWAYS_ASK,
  chooseVariant,
  createFilledFiles,
  headersOf,
  loadHashedFiles,
  NOT_SERVED,
  sendFile,
  type StaticFile,
} from './static-files.ts'

interface Options {
  /** Folder of the built client. */
  folder: string
  settings: ClientSettings
  /** Our own origin, for absolute links. */
  origin: string
  events: PublicEventSource
  chapter: PublicChapterSource
  landing: LandingSource
  hasSession: (request: FastifyRequest) => boolean
  community: () => Promise<Community>
  site: () => Promise<PreviewSite>
  limit: (request: FastifyRequest) => Promise<void>
  /**
   * `staticCache`: whether hashed files and filled pages are served from memory instead of being read for each
   * request. Without `serviceWorker`, an installed worker removes itself.
   */
  config: Pick<Config, 'staticCache' | 'serviceWorker' | 'languages'>
  mayBeIndexed: MayBeIndexed
  /** Called with the public event whose page is requested. */
  onEvent: (eventId: string, request: FastifyRequest) => void
  /** Counts a request for a missing file. */
  onMiss: (request: FastifyRequest) => Promise<void>
}

const MANIFEST = 'manifest.webmanifest'
const SERVICE_WORKER = 'sw.js'
const OFFLINE_PAGE = 'offline.html'
/** Replaces a service worker that has to go: removes what it has stored, and then itself. */
const NO_SERVICE_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => registration.unregister())
))
`
type PageOptions = Parameters<typeof createPage>[0]

const FILE_NAME = /\.[a-z0-9]{1,11}$/i

/** Serves the single-page app: its files, a page for each screen, and one page with 404 for every other address. */
export const spa: FastifyPluginAsync<Options> = async (
  app,
  {
    folder,
    settings,
    origin,
    events,
    chapter,
    landing,
    hasSession,
    community,
    site,
    limit,
    config: { staticCache: cached, serviceWorker, languages },
    mayBeIndexed,
    onEvent,
    onMiss,
  },
) => {
  const folders = new Map(languages.map((each) => [each, clientFolderOf(folder, each)]))
  // Some files of one language belong to all: those with the same name are the same.
  const roots = [...new Set([folder, ...folders.values()])]
  if (cached)
    serveFromMemory(
      app,
      new Map((await Promise.all(roots.map(loadHashedFiles))).flatMap((files) => [...files])),
    )
  // One route for each existing file, so that path traversal is impossible.
  await app.register(fastifyStatic, {
    root: roots,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: [...NOT_SERVED, '**/*.html', MANIFEST, SERVICE_WORKER],
    setHeaders: (reply, path) => void reply.headers(headersOf(nameIn(roots, path))),
  })
  const contentOf = async (name: string, from: string) => {
    const read = () => readFile(join(from, name), 'utf8')
    const first = await read()
    return async () => (cached ? first : read())
  }
  const renderer = await loadRenderer(folder)
  const fileOf = createFilledFiles()

  const rendering = (path: string) => async (data: PageData) => {
    try {
      const { slug } = data['public-chapter'] ?? {}
      const shown = slug === undefined ? path : publicChapterPath(slug)
      return await renderer?.renderScreen(shown, data)
    } catch (error) {
      // The app can still show the screen.
      app.log.error({ err: error, path }, 'rendering a page failed')
      return undefined
    }
  }

  /** @param options how the page is filled before the app starts: not at all unless something renders it */
  async function pageIn(from: string, name: string, options: Partial<PageOptions> = {}) {
    const template = await contentOf(existsSync(join(from, name)) ? name : 'index.html', from)
    return createPage({ template, settings, community, ...options })
  }

  const tagsOfLanding = async (html: string, data: PageData) =>
    landingTags(html, await site(), data['public-chapter'])

  async function screenIn(from: string, screen: Screen) {
    const { path } = screen
    const isShell = screen.kind === 'member'
    const texts = path === paths.about
    const render = screen.isRendered || isShell ? rendering(path) : undefined
    const isLanding = path === paths.landing
    const tags = isLanding ? tagsOfLanding : undefined
    const page = await pageIn(from, pageFile(screen), { render, isShell, texts, tags })
    // Screens of visitors are rendered without a query.
    const withQuery = isShell || isLanding ? page : await pageIn(from, pageFile(screen), { texts })
    return { isAt: matcherOf(screen), module: screen.module, page, withQuery }
  }

  async function pagesIn(from: string) {
    const screens = await Promise.all(
      screensOf(settings.PRODUCT_SLUG).map((screen) => screenIn(from, screen)),
    )
    const invitation = screens.find(({ module }) => module === 'SignIn')?.page
    const pages = createScreenPages({
      page: await pageIn(from, 'index.html'),
      site,
      events,
      chapter,
      landing,
      hasSession,
      limit,
      fileOf,
    })
    // Filled at the start rather than on the first visit.
    await pages.page()
    return {
      pages,
      screenAt(path: string, hasQuery: boolean) {
        const screen = screens.find(({ isAt }) => isAt(path))
        return screen && { page: hasQuery ? screen.withQuery : screen.page, invitation }
      },
    }
  }
  const byLanguage = new Map<Language, Awaited<ReturnType<typeof pagesIn>>>()
  for (const [each, from] of folders) byLanguage.set(each, await inLanguage(each, () => pagesIn(from)))

  // Browsers revalidate these each time, so that a new release or language reaches them at once.
  for (const [name, fill] of [
    [MANIFEST, fillManifest],
    [SERVICE_WORKER, serviceWorker ? fillScript : () => NO_SERVICE_WORKER],
    [OFFLINE_PAGE, fillName],
  ] as const) {
    const contents = new Map<Language, () => Promise<string>>()
    for (const [each, from] of folders) contents.set(each, await contentOf(name, from))
    app.get(`/${name}`, { schema: { hide: true } }, async (request, reply) =>
      sendFile(await fileOf(name, fill(await contents.get(language())!(), settings)), request, reply),
    )
  }

  await app.register(crawlerRoutes, {
    origin,
    productSlug: settings.PRODUCT_SLUG,
    events,
    community,
    limit,
    fileOf,
  })

  if (languages.length > 1) {
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (reply.getHeader('cache-control') === ALWAYS_ASK['cache-control'])
        reply.header('vary', 'accept-encoding, accept-language, cookie')
      done(null, payload)
    })
  }

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = pathOf(request.raw.url ?? '')
    const { pages, screenAt } = byLanguage.get(language())!
    const screen = screenAt(path, request.url.includes('?'))
    // Nothing of a guest's page is known before the app opens it.
    if (path === paths.landing && GUEST in (request.query as object)) {
      reply.header('x-robots-tag', 'noindex')
      return sendFile(await pages.page(), request, reply)
    }
    const slug =
      path === paths.landing ? (request.query as Partial<Record<string, unknown>>)[CHAPTER] : undefined
    if (slug !== undefined) {
      const file = typeof slug === 'string' && screen && (await pages.ofChapter(slug, screen, request))
      if (file) return sendFile(file, request, reply)
    } else if (screen) {
      const { file, event } = await pages.at(path, screen, request)
      if (event) onEvent(event.id, request)
      const isIndexed = event ? (await community()).listsEvents : await mayBeIndexed(path, request)
      if (!isIndexed) reply.header('x-robots-tag', 'noindex')
      return sendFile(file, request, reply)
    }
    await onMiss(request)
    // A stale page that requests a script of an earlier build must not get HTML; people who open such an address do.
    if (FILE_NAME.test(path) && !request.headers.accept?.includes('text/html')) throw frameworkFailure(404)
    const { headers, body } = chooseVariant(await pages.page(), request.headers['accept-encoding'])
    return reply.code(404).headers(headers).send(body)
  })
}

/** Folder of the client in a language: `BUILD_LANGUAGE` has its own beside that of English. */
export const clientFolderOf = (folder: string, each: Language) =>
  each === 'en' ? folder : join(folder, '..', 'languages', each)

const nameIn = (roots: readonly string[], path: string) =>
  relative(
    roots.find((root) => path.startsWith(root))!,
    path,
  )

/** Answers before the file's route does. */
function serveFromMemory(app: FastifyInstance, files: ReadonlyMap<string, StaticFile>) {
  app.addHook('onRequest', (request, reply, done) => {
    const file = files.get(pathOf(request.raw.url ?? ''))
    if (file) sendFile(file, request, reply)
    else done()
  })
}

const fillName = (template: string, { PRODUCT_NAME: name }: ClientSettings) =>
  template.replaceAll('%PRODUCT_NAME%', () => escapeHtml(name))

/** Fills placeholders within quotes of any kind. */
const fillScript = (template: string, { PRODUCT_NAME: name }: ClientSettings) =>
  template.replaceAll('%PRODUCT_NAME%', () =>
    name.replace(/[^\w ]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`),
  )

/** Sets the app's name for the home screen. */
function fillManifest(template: string, { PRODUCT_NAME: name }: ClientSettings) {
  return JSON.stringify({ name, short_name: name, ...(JSON.parse(template) as object) })
}
