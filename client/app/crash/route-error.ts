import { isRouteErrorResponse } from 'react-router-dom'

import { ProblemError } from '#client/lib/request.ts'

/** An error response, of a route or of a call to the server. */
export interface RouteError {
  status: number
  statusText: string
  /** The body, as text. */
  data: string | undefined
}

/** Undefined for an error that is not a response. */
export function routeErrorOf(error: unknown): RouteError | undefined {
  if (error instanceof ProblemError) {
    return { status: error.status, statusText: error.title, data: error.detail }
  }
  if (!isRouteErrorResponse(error)) return undefined
  return { status: error.status, statusText: error.statusText, data: textOf(error.data) }
}

const textOf = (data: unknown) => {
  if (data === undefined || data === null || data === '') return undefined
  return typeof data === 'string' ? data : JSON.stringify(data, null, 2)
}
