import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { IMAGE_KINDS, IMAGE_TYPE, type ImageKind } from '#shared/image-rules.ts'
import { ImageIdSchema, UploadedImageSchema } from '#shared/images.ts'
import { isUnchanged } from '#server/http/static-files.ts'
import { Failure } from '#server/lib/failure.ts'

import type { ImageService } from './service.ts'

/** Somewhat more than the limit of any picture, so that a slightly larger one gets a specific error. */
const BODY_LIMIT = 128 * 1024

const KindSchema = Type.Enum(Object.keys(IMAGE_KINDS) as ImageKind[])

/** `/api/images`: uploads. The only scope that accepts a body other than JSON. */
export const imageUploadRoutes: FastifyPluginAsyncTypebox<{ images: ImageService }> = async (
  app,
  { images },
) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(IMAGE_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addContentTypeParser('*', (_request, _body, done) => done(wrongType()))

  app.post('/', {
    bodyLimit: BODY_LIMIT,
    schema: {
      consumes: [IMAGE_TYPE],
      querystring: Type.Object({ kind: KindSchema }, { additionalProperties: false }),
      body: Type.Unsafe<Buffer | undefined>({ description: 'The picture itself.' }),
      response: { 200: UploadedImageSchema },
    },
    handler: ({ actor, query, body }) => {
      if (!body) throw wrongType()
      return images.upload(actor, query.kind, body)
    },
  })
}

/** `/images`: pictures by id. The picture of an id never changes. */
export const imageRoutes: FastifyPluginAsyncTypebox<{ images: ImageService }> = async (app, { images }) => {
  app.get('/:imageId', {
    schema: { params: Type.Object({ imageId: ImageIdSchema }) },
    async handler({ params, headers }, reply) {
      const file = await images.file(params.imageId)
      const etag = `"${params.imageId}"`
      reply.headers({ etag, 'cache-control': 'private, max-age=31536000, immutable' })
      if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type(IMAGE_TYPE).send(file)
    },
  })
}

const wrongType = () => new Failure(415, 'unsupported_media_type', `Pictures must be sent as ${IMAGE_TYPE}.`)
