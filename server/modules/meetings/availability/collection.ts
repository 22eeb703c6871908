import { Type, type Static } from 'typebox'

import { AvailabilityEditSchema } from '#shared/meetings/availability.ts'
import { defineCollection } from '#server/store/port.ts'

/** A member's hours for meetings, in the zone of their profile. Missing until they set them. */
const AvailabilityDocumentSchema = Type.Object({
  /** Member id. */
  id: Type.String(),
  /** Incremented by each change; `If-Match` is compared with it. */
  version: Type.Integer({ minimum: 1 }),
  changedAt: Type.String(),
  ...AvailabilityEditSchema.properties,
})
export type AvailabilityDocument = Static<typeof AvailabilityDocumentSchema>

export const availability = defineCollection({ name: 'availability', schema: AvailabilityDocumentSchema })
