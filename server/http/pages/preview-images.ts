import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { PublicEvent } from '#shared/events/public-events.ts'
import { notFound } from '#server/lib/failure.ts'
import type { PreviewRenderer } from '#server/preview-images/renderer.ts'

import { cardOf, previewVersion, type PreviewSite } from './link-preview.ts'
import { isUnchanged } from './static-files.ts'

interface Options {
  find: (eventId: string) => Promise<PublicEvent | undefined>
  site: () => Promise<PreviewSite>
  /** Bytes of a picture. */
  file: (imageId: string) => Promise<Buffer>
  renderer: Pick<PreviewRenderer, 'draw'>
  limit: (request: FastifyRequest) => Promise<void>
  onMiss: (request: FastifyRequest) => Promise<void>
}

/** Images kept, of about 60 KB each. */
const MAX_KEPT = 100

/**
 * `/previews`: the image of a public event in previews of its link. JPEG, because not all programs show WebP. Sends the
 * current image, whatever version is requested. Since an event can stop being public, caches revalidate each time.
 */
export const previewImageRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { find, site, file, renderer, limit, onMiss } = options
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: MAX_KEPT })

  function imageOf(version: string, event: PublicEvent, shown: PreviewSite) {
    const known = drawn.get(version)
    if (known) return known
    const image = draw(event, shown)
    drawn.set(version, image)
    image.catch(() => drawn.delete(version))
    return image
  }

  async function draw(event: PublicEvent, shown: PreviewSite) {
    const cover = event.cover ? await file(event.cover).catch(() => undefined) : undefined
    return renderer.draw({ card: cardOf(event, shown), cover })
  }

  app.get<{ Params: { eventId: string } }>(
    '/:eventId/:version',
    { schema: { hide: true } },
    async (request, reply) => {
      await limit(request)
      const event = await find(request.params.eventId)
      if (!event) {
        await onMiss(request)
        throw notFound('image')
      }
      const shown = await site()
      const version = previewVersion(event, shown)
      const etag = `"${version}"`
      reply.headers({
        etag,
        'cache-control': 'no-cache',
        // Programs that show a link embed the image in pages of their own.
        'cross-origin-resource-policy': 'cross-origin',
      })
      if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type('image/jpeg').send(await imageOf(version, event, shown))
    },
  )
}
