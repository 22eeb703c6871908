import { Type, type Static } from 'typebox'

import { ImageIdSchema } from '#shared/lib/image-id.ts'

import { RECAP_LIMITS } from './rules.ts'
import { NO_CONTENT, ids } from '#shared/lib/route-parts.ts'
import { ofEvent } from '#shared/events/route-ids.ts'

const strict = { additionalProperties: false } as const

const PictureEditSchema = Type.Object(
  {
    /** Id of an uploaded picture. */
    image: ImageIdSchema,
    /** Describes it to those who cannot see it. */
    alt: Type.String({ minLength: 1, maxLength: RECAP_LIMITS.alt, pattern: '\\S' }),
  },
  strict,
)

export const RecapEditSchema = Type.Object(
  {
    text: Type.String({ maxLength: RECAP_LIMITS.text }),
    pictures: Type.Array(PictureEditSchema, { maxItems: RECAP_LIMITS.pictures }),
  },
  strict,
)
export type RecapEdit = Static<typeof RecapEditSchema>

const RecapPictureSchema = Type.Object({
  ...PictureEditSchema.properties,
  /** Someone has asked to remove it. Only for those who manage the event; nobody else sees the picture. */
  isWithdrawn: Type.Optional(Type.Literal(true)),
})
export type RecapPicture = Static<typeof RecapPictureSchema>

/** Version 0 means that there is none. */
const RecapSchema = Type.Object({
  version: Type.Integer(),
  text: Type.String(),
  pictures: Type.Array(RecapPictureSchema),
})
export type Recap = Static<typeof RecapSchema>

const ofEventPicture = ids('eventId', 'imageId')

export const recapApi = {
  'GET /api/events/:eventId/recap': {
    summary: 'Get the recap of an event',
    params: ofEvent,
    response: { 200: RecapSchema },
  },
  'PUT /api/events/:eventId/recap': {
    summary: 'Replace the recap of a past event',
    params: ofEvent,
    body: RecapEditSchema,
    response: { 200: RecapSchema },
  },
  'POST /api/events/:eventId/recap/pictures/:imageId/removal-request': {
    summary: 'Request the removal of a picture',
    params: ofEventPicture,
    response: NO_CONTENT,
  },
  'POST /api/events/:eventId/recap/pictures/:imageId/restoration': {
    summary: 'Restore a picture that someone asked to remove',
    params: ofEventPicture,
    response: NO_CONTENT,
  },
  'DELETE /api/events/:eventId/recap/pictures/:imageId': {
    summary: 'Remove a picture from a recap',
    params: ofEventPicture,
    response: NO_CONTENT,
  },
}
