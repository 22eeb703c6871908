import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'

import * as m from '#shared/people/messages.ts'
import { peopleApi } from '#shared/people/api.ts'
import { IMAGE_TYPE, SMALL_IMAGE_TYPE } from '#shared/lib/image-rules.ts'
import { ImageIdSchema } from '#shared/lib/image-id.ts'
import { isUnchanged } from '#server/http/pages/static-files.ts'
import { Failure, notFound } from '#server/lib/failure.ts'

import type { ImageService } from './service.ts'

/** Somewhat more than the limit of any picture, so that a slightly larger one gets a specific error. */
const BODY_LIMIT = 128 * 1024

const BytesSchema = Type.Unsafe<Buffer>({ description: 'Image data.' })
const PictureSchema = {
  content: { [IMAGE_TYPE]: { schema: BytesSchema }, [SMALL_IMAGE_TYPE]: { schema: BytesSchema } },
}

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
    schema: peopleApi['POST /api/images'],
    handler: ({ actor, query, body }) => {
      if (!Buffer.isBuffer(body)) throw wrongType()
      return images.upload(actor, query.kind, body)
    },
  })
}

const ImageParamsSchema = Type.Object({ imageId: ImageIdSchema })
type ImageParams = Static<typeof ImageParamsSchema>

const SizeQuerySchema = Type.Object(
  { size: Type.Optional(Type.Literal('small')) },
  { additionalProperties: false },
)
type SizeQuery = Static<typeof SizeQuerySchema>

type PictureRequest = FastifyRequest<{ Params: ImageParams; Querystring: SizeQuery }>

/** `/images`: pictures by id. The picture of an id never changes, but that of a recap can be withdrawn. */
export const imageRoutes: FastifyPluginAsyncTypebox<{ images: ImageService }> = async (app, { images }) => {
  app.get('/:imageId', {
    // An id that cannot exist is refused only in the handler: the hooks before it check and count the session.
    attachValidation: true,
    schema: {
      summary: 'Get an image',
      params: ImageParamsSchema,
      querystring: SizeQuerySchema,
      response: { 200: PictureSchema, 304: Type.Null() },
    },
    async handler(request, reply) {
      if (request.validationError) throw notFound('image')
      const { params, query } = request
      const picture = await images.picture(params.imageId, viewerOf(request), query.size)
      return sendPicture(picture, request, reply, picture.isWithdrawable ? 'private, no-cache' : FOREVER)
    },
  })
}

const FOREVER = 'private, max-age=31536000, immutable'

/** People who await approval see no member and no event yet, so only the photo that they uploaded themselves. */
const viewerOf = ({ actor, session }: FastifyRequest) => ({
  id: actor.id,
  role: actor.role,
  onlyOwn: session.member?.status !== 'active',
})

interface PublicPictures {
  picture: ImageService['picture']
  /** Whether anyone may see the picture now. */
  isPublic: (imageId: string) => Promise<boolean>
  callers: {
    hasSessionCookie: (request: FastifyRequest) => boolean
    recallUserId: (request: FastifyRequest) => string | undefined
    verifyUserId: (request: FastifyRequest) => Promise<string>
  }
  /** Counts a request with an invalid session cookie. */
  refused: (request: FastifyRequest) => Promise<void>
}

/**
 * A hook before those that require a session: it sends public pictures to people without one. Since a picture can
 * stop being public, browsers revalidate each time.
 */
export const publicPictures =
  ({ picture, isPublic, callers, refused }: PublicPictures) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.validationError || callers.recallUserId(request) !== undefined) return
    const { imageId } = request.params as ImageParams
    if (!(await isPublic(imageId))) return
    if (callers.hasSessionCookie(request)) {
      const userId = await callers.verifyUserId(request).catch(() => refused(request))
      if (userId !== undefined) return
    }
    const asked = request as PictureRequest
    await sendPicture(await picture(imageId, undefined, asked.query.size), asked, reply, 'no-cache')
  }

async function sendPicture(
  { file, type }: Awaited<ReturnType<ImageService['picture']>>,
  { params, headers }: PictureRequest,
  reply: FastifyReply,
  cacheControl: string,
) {
  const etag = type === IMAGE_TYPE ? `"${params.imageId}"` : `"${params.imageId}-small"`
  reply.headers({ etag, 'cache-control': cacheControl })
  if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(file)
}

const wrongType = () => new Failure(415, 'unsupported_media_type', m.imageType({ type: IMAGE_TYPE }))
