import type { FastifyRequest } from 'fastify'

/** User agents of programs that run a real browser. */
const PROGRAM = /bot|crawl|spider|headless|preview/i

/**
 * Whether a person without a session opens a page in a browser tab. Programs that fetch previews of links send no
 * `Sec-Fetch-Dest`, and browsers say when they fetch a page ahead.
 */
export const isVisit = (
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  { hasSession }: { hasSession: boolean },
) =>
  !hasSession &&
  request.method === 'GET' &&
  request.headers['sec-fetch-dest'] === 'document' &&
  request.headers['sec-purpose'] === undefined &&
  !PROGRAM.test(request.headers['user-agent'] ?? '')
