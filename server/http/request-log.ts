import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

import { STALE_CLIENT } from '#shared/lib/api-version.ts'
import { shortCode } from '#shared/lib/short-code.ts'

const MAX_PATH = 200

export interface Answer {
  method: string
  /** The route's template. Undefined when none matched. */
  route: string | undefined
  status: number
  seconds: number
}

/** Refusals that are logged as warnings: forbidden, wrong host, too many requests. */
const REFUSALS = new Set([403, 421, 429])

/**
 * One line per completed request. It contains the route's pattern instead of the address, so that ids and secret
 * links stay out of the log. A request that matched no route is logged with its path, without the query.
 */
export class RequestLog extends LogController {
  readonly #onAnswer: ((answer: Answer) => void) | undefined

  constructor(onAnswer?: (answer: Answer) => void) {
    super({ requestIdLogLabel: 'requestId' })
    this.#onAnswer = onAnswer
  }

  override incomingRequest() {}

  /** The not-found handler's answer is logged by `requestCompleted`. */
  override routeNotFound() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const { statusCode: status, elapsedTime, problemCode: code } = reply
    this.#onAnswer?.({
      method: request.method,
      route: request.routeOptions.url,
      status,
      seconds: elapsedTime / 1_000,
    })
    const ms = Math.round(elapsedTime * 10) / 10
    const line = {
      ...origin(request),
      status,
      ms,
      code,
      shortCode: code === undefined ? undefined : shortCode(request.id),
    }
    if (error) reply.log.warn({ ...line, err: error }, 'request interrupted')
    else if ((status >= 500 && code !== STALE_CLIENT) || REFUSALS.has(status)) reply.log.warn(line, 'request')
    else reply.log.info(line, 'request')
  }

  /** The client disconnected before the response was complete. */
  requestAborted(request: FastifyRequest) {
    request.log.info(origin(request), 'request aborted')
  }
}

const origin = (request: FastifyRequest) => ({
  method: request.method,
  ...place(request),
  ip: request.ip,
  member: request.actor?.id,
})

function place({ routeOptions: { url }, raw }: FastifyRequest) {
  if (url !== undefined && !url.endsWith('*')) return { route: url }
  return { path: withoutSecrets(pathOf(raw.url ?? '')).slice(0, MAX_PATH) }
}

/**
 * The addresses of calendars and unsubscribe links are secret, even when mistyped or requested with an unsupported
 * method.
 */
const withoutSecrets = (path: string) => path.replace(/(\/(?:calendars?|unsubscribe)(?:\/|%2f)).+/i, '$1…')

export const pathOf = (url: string) => {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}
