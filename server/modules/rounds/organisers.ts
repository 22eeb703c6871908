import * as m from '#shared/rounds/messages.ts'
import { forbidden } from '#server/lib/failure.ts'
import type { ViewReader } from '#server/views/sql.ts'

import { canOrganise, type Viewer } from './queries.ts'

/** @throws Failure 403 for someone who is neither an organiser nor the lead of a chapter */
export function assertOrganises(views: ViewReader, viewer: Viewer) {
  if (!canOrganise(views, viewer)) throw forbidden('role_required', m.organiseRight())
}
