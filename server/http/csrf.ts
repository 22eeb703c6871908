import type { FastifyRequest, onRequestHookHandler } from 'fastify'

import { forbidden } from '#server/lib/failure.ts'

const READS = new Set(['GET', 'HEAD'])

/**
 * Only our own pages may call, reads of member data included. Browsers that send no `Sec-Fetch-Site` send `Origin`
 * with every write; a write with neither comes from nothing that we serve.
 */
export function onlyOwnPages(origins: readonly string[]): onRequestHookHandler {
  const own = new Set(origins)
  return (request, _reply, done) => {
    const { origin } = request.headers
    const allowed = (origin === undefined || own.has(origin)) && isFromOwnPage(request)
    done(allowed ? undefined : forbidden('cross_site', 'Requests from other sites are not allowed.'))
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
  done(allowed ? undefined : forbidden('csrf_header_required', 'Writes need the X-CSRF header.'))
}
