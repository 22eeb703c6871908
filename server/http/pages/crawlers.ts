import type { FastifyPluginAsync, FastifyRequest } from 'fastify'

import { paths } from '#shared/lib/paths.ts'
import { escapeHtml } from '#server/lib/text/html.ts'

import type { Community } from './community-pages.ts'
import type { PublicEventSource } from './screen-pages.ts'
import { type FilledFiles, sendFile } from './static-files.ts'

interface Options {
  origin: string
  productSlug: string
  events: Pick<PublicEventSource, 'upcomingIds'>
  community: () => Promise<Pick<Community, 'listsEvents'>>
  limit: (request: FastifyRequest) => Promise<void>
  fileOf: FilledFiles
}

/**
 * `/robots.txt` and `/sitemap.xml`. No page is disallowed: programs that preview a link obey that too, and a search
 * engine that may not read a page never learns that it must not list it. `x-robots-tag` says that instead.
 */
export const crawlerRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { origin, productSlug, events, community, limit, fileOf } = options
  const open = [paths.landing, paths.about, paths.prestige(productSlug)]
  const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`

  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) =>
    sendFile(await fileOf('robots.txt', robots), request, reply),
  )

  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    await limit(request)
    const { listsEvents } = await community()
    const ids = listsEvents ? await events.upcomingIds() : []
    const sitemap = sitemapOf([...open, ...ids.map(paths.event)].map((path) => origin + path))
    return sendFile(await fileOf('sitemap.xml', sitemap), request, reply)
  })
}

/** https://www.sitemaps.org/protocol.html */
const sitemapOf = (urls: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.map((url) => `<url><loc>${escapeHtml(url)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
