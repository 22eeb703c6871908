import type { FastifyRequest } from 'fastify'

import { Type } from 'typebox'

import * as m from '#shared/lib/messages.ts'
import { Failure, invalid } from '#server/lib/failure.ts'

/** Belongs in the `config` of routes that call `expectedVersion`. */
export const IF_MATCH = {
  'if-match': Type.String({
    pattern: '^"\\d{1,15}"$',
    description: 'The `version` that the edit is based on, in quotes.',
  }),
}

/**
 * The version that an edit started from (`If-Match: "7"`). Required, because edits would otherwise overwrite unseen
 * changes.
 */
export function expectedVersion(request: FastifyRequest): number {
  const header = request.headers['if-match']
  if (header === undefined) {
    throw new Failure(428, 'version_required', m.problemVersionRequired())
  }
  const version = /^"(\d{1,15})"$/.exec(header)?.[1]
  if (version === undefined) throw invalid('invalid_version', m.problemVersion())
  return Number(version)
}
