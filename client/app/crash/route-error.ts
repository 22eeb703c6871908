import { isRouteErrorResponse } from 'react-router-dom'

import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'

/** An error response, of a route or of a call to the server. */
export interface RouteError {
  status: number
  statusText: string
  /** The body, or what it says, as text. */
  data: string | undefined
}

/** Undefined for an error that is not a response. */
export function routeErrorOf(error: unknown): RouteError | undefined {
  // Its cause is a load balancer's own answer, if there was one.
  if (error instanceof OfflineError) return routeErrorOf(error.cause)
  if (error instanceof ProblemError) return responseOf(error, dataOf(error))
  return isRouteErrorResponse(error) ? responseOf(error, textOf(error.data)) : undefined
}

const responseOf = (
  { status, statusText }: { status: number; statusText: string },
  data: string | undefined,
): RouteError => ({ status, statusText: statusText || (STATUS_TEXTS[status] ?? ''), data })

/** RFC 9110 and 6585, for HTTP/2, which sends none. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

const dataOf = ({ title, detail, code, requestId }: ProblemError) =>
  [title, detail, `Code: ${code}`, requestId && `Request ID: ${requestId}`].filter(Boolean).join('\n')

const textOf = (data: unknown) => {
  if (data === undefined || data === null || data === '') return undefined
  return typeof data === 'string' ? data : JSON.stringify(data, null, 2)
}
