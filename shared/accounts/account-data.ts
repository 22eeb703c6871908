import { Type } from 'typebox'

import { AdminViewSchema } from '#shared/operations/audit.ts'

/** Latest first. */
export const AdminViewsSchema = Type.Object({ items: Type.Array(AdminViewSchema) })
