import { Type } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** That a member agreed to one version of the consent. The id is the joined id of both. */
export const consents = defineCollection({
  name: 'consents',
  schema: Type.Object({
    id: Type.String(),
    member: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    agreedAt: Type.String(),
  }),
  indexes: [{ equal: ['member'], order: 'version' }],
})
