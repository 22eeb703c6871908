import type { FastifyRequest, onRequestHookHandler } from 'fastify'

import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/lib/messages.ts'
import { API_VERSION, CLIENT_VERSION_HEADER, STALE_CLIENT } from '#shared/lib/api-version.ts'
import { Failure } from '#server/lib/failure.ts'

const EXPECTED = String(API_VERSION)
/** Only a reload helps; until then the page need not try often. */
const RETRY_AFTER = 30 * SECOND

/**
 * Refuses calls of pages that were built for another version of the API, before any of the call is read. The status
 * is 503, because pages of any age retry it and discard nothing (decision 025).
 */
export const onlyCurrentPages: onRequestHookHandler = (request, _reply, done) =>
  done(isStalePage(request) ? staleClient() : undefined)

/** @throws Failure under the same condition as `onlyCurrentPages` */
export function assertCurrentPage(request: FastifyRequest) {
  if (isStalePage(request)) throw staleClient()
}

/**
 * Only scripts of a page send these values: programs send no `Sec-Fetch` headers, navigations and downloads send
 * others.
 */
const isStalePage = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-dest'] === 'empty' &&
  headers['sec-fetch-mode'] !== 'navigate' &&
  headers[CLIENT_VERSION_HEADER] !== EXPECTED

const staleClient = () =>
  new Failure(503, STALE_CLIENT, m.problemOutdated(), {
    retryAfter: RETRY_AFTER,
  })
