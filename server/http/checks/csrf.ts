import type { FastifyRequest, onRequestHookHandler } from 'fastify'

import * as m from '#shared/lib/messages.ts'
import { forbidden } from '#server/lib/failure.ts'

const READS = new Set(['GET', 'HEAD'])

/**
 * Only our own pages may call, even for reads of member data. Browsers that send no `Sec-Fetch-Site` send `Origin`
 * with every write; a write with neither comes from no page of ours.
 */
export function onlyOwnPages(origins: readonly string[]): onRequestHookHandler {
  const own = new Set(origins)
  return (request, _reply, done) => {
    const { origin } = request.headers
    const allowed = (origin === undefined || own.has(origin)) && isFromOwnPage(request)
    done(allowed ? undefined : forbidden('cross_site', m.problemCrossSite()))
  }
}

function isFromOwnPage({ headers, method }: FastifyRequest) {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return true
  if (READS.has(method)) return site === undefined || site === 'none'
  return site === undefined && headers.origin !== undefined
}

/** No form and no page of another origin can send this header without a preflight. Nor can beacons, which are exempt. */
export const onlyDeliberateWrites: onRequestHookHandler = (request, _reply, done) => {
  const allowed = READS.has(request.method) || request.headers['x-csrf'] === '1'
  done(allowed ? undefined : forbidden('csrf_header_required', m.problemCsrf()))
}
