import { isRouteErrorResponse } from 'react-router-dom'

import * as m from '#shared/app/messages.ts'
import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'

/** An error response of a route or of a call to the server. */
export interface RouteError {
  status: number
  statusText: string
  /** The text of the response. */
  data: string | undefined
}

/** Undefined for an error that is not a response. */
export function routeErrorOf(error: unknown): RouteError | undefined {
  // The cause is a load balancer's own answer, if there was one.
  if (error instanceof OfflineError) return routeErrorOf(error.cause)
  if (error instanceof ProblemError) return responseOf(error, dataOf(error))
  return isRouteErrorResponse(error) ? responseOf(error, textOf(error.data)) : undefined
}

const responseOf = (
  { status, statusText }: { status: number; statusText: string },
  data: string | undefined,
): RouteError => ({ status, statusText: statusText || (STATUS_TEXTS[status]?.() ?? ''), data })

/** RFC 9110 and 6585. HTTP/2 sends no status texts. */
const STATUS_TEXTS: Readonly<Record<number, () => string>> = {
  400: m.status400,
  405: m.status405,
  408: m.status408,
  409: m.status409,
  410: m.status410,
  413: m.status413,
  429: m.status429,
  500: m.status500,
  502: m.status502,
  503: m.status503,
  504: m.status504,
}

const dataOf = ({ title, detail, code, requestId }: ProblemError) =>
  [title, detail, m.errorCodeLine({ code }), requestId && m.requestIdLine({ id: requestId })]
    .filter(Boolean)
    .join('\n')

const textOf = (data: unknown) => {
  if (data === undefined || data === null || data === '') return undefined
  return typeof data === 'string' ? data : JSON.stringify(data, null, 2)
}
