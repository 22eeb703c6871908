import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

const LONGEST_PATH = 200

/**
 * One line per request, when it is over. The route's pattern stands for the address: ids and secret links stay out
 * of the log, query values too. Only what matched no route is logged as it was asked for.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest() {}

  /** The not-found handler's answer has its line already. */
  override routeNotFound() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const line = {
      method: request.method,
      ...place(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
      ...(request.actor && { member: request.actor.id }),
      ...(reply.problemCode !== undefined && { code: reply.problemCode }),
    }
    if (error) reply.log.warn({ ...line, err: error }, 'request broke off')
    else reply.log.info(line, 'request')
  }
}

function place({ routeOptions: { url }, raw }: FastifyRequest) {
  if (url !== undefined && !url.endsWith('*')) return { route: url }
  return { path: pathOf(raw.url ?? '').slice(0, LONGEST_PATH) }
}

export const pathOf = (url: string) => {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}
