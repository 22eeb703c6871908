import { Type } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** One document per section. Undefined until its first change. Earlier values are in the audit log. */
export const communitySettings = defineCollection({
  name: 'community-settings',
  schema: Type.Object({
    /** Name of the section. */
    id: Type.String(),
    /** Starts at 1. */
    version: Type.Integer({ minimum: 1 }),
    changedAt: Type.String(),
    /** Matches the schema of the section. */
    value: Type.Record(Type.String(), Type.Unknown()),
  }),
  hasFeed: true,
})
