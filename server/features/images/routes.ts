import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'

import { IMAGE_KINDS, IMAGE_TYPE, type ImageKind } from '#shared/image-rules.ts'
import { ImageIdSchema, UploadedImageSchema } from '#shared/images.ts'
import { isUnchanged } from '#server/http/static-files.ts'
import { Failure, notFound } from '#server/lib/failure.ts'

import type { ImageService } from './service.ts'

/** Somewhat more than the limit of any picture, so that a slightly larger one gets a specific error. */
const BODY_LIMIT = 128 * 1024

const PictureSchema = {
  content: { [IMAGE_TYPE]: { schema: Type.Unsafe<Buffer>({ description: 'The picture itself.' }) } },
}
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
      summary: 'Upload an image',
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

const ImageParamsSchema = Type.Object({ imageId: ImageIdSchema })
type ImageParams = Static<typeof ImageParamsSchema>

/** `/images`: pictures by id. The picture of an id never changes. */
export const imageRoutes: FastifyPluginAsyncTypebox<{ images: ImageService }> = async (app, { images }) => {
  app.get('/:imageId', {
    // An id that cannot exist is refused only in the handler: the hooks before it check and count the session.
    attachValidation: true,
    schema: {
      summary: 'Get an image',
      params: ImageParamsSchema,
      response: { 200: PictureSchema, 304: Type.Null() },
    },
    handler(request, reply) {
      if (request.validationError) throw notFound('image')
      const file = (id: string) => images.file(id, viewerOf(request))
      return sendPicture(file, request, reply, 'private, max-age=31536000, immutable')
    },
  })
}

/** Those who await approval see no member and no event yet, so only the photo that they uploaded themselves. */
const viewerOf = ({ actor, session }: FastifyRequest) => ({
  id: actor.id,
  role: actor.role,
  onlyOwn: session.member?.status !== 'active',
})

interface PublicPictures {
  file: ImageService['file']
  /** Whether anyone may see the picture now. */
  isPublic: (imageId: string) => Promise<boolean>
  callers: {
    hasSessionCookie: (request: FastifyRequest) => boolean
    recallUserId: (request: FastifyRequest) => string | undefined
    verifyUserId: (request: FastifyRequest) => Promise<string>
  }
  /** Counts a request whose session cookie is worth nothing. */
  refused: (request: FastifyRequest) => Promise<void>
}

/**
 * A hook before those that ask for a session: it sends public pictures to people without one. What is public can stop
 * being so, so their browsers ask each time.
 */
export const publicPictures =
  ({ file, isPublic, callers, refused }: PublicPictures) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.validationError || callers.recallUserId(request) !== undefined) return
    const { imageId } = request.params as ImageParams
    if (!(await isPublic(imageId))) return
    if (callers.hasSessionCookie(request)) {
      const userId = await callers.verifyUserId(request).catch(() => refused(request))
      if (userId !== undefined) return
    }
    await sendPicture(file, request as FastifyRequest<{ Params: ImageParams }>, reply, 'no-cache')
  }

async function sendPicture(
  file: (id: string) => Promise<Buffer>,
  { params, headers }: FastifyRequest<{ Params: ImageParams }>,
  reply: FastifyReply,
  cacheControl: string,
) {
  const picture = await file(params.imageId)
  const etag = `"${params.imageId}"`
  reply.headers({ etag, 'cache-control': cacheControl })
  if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(IMAGE_TYPE).send(picture)
}

const wrongType = () => new Failure(415, 'unsupported_media_type', `Pictures must be sent as ${IMAGE_TYPE}.`)
