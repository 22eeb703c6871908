import { Type } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** A member's agreement to one version of the terms. The id is the joined id of both. */
export const termsAgreements = defineCollection({
  name: 'consents',
  schema: Type.Object({
    id: Type.String(),
    member: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    agreedAt: Type.String(),
  }),
  indexes: [{ equal: ['member'], order: 'version' }],
})
