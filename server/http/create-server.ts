import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, type FastifyBaseLogger, type FastifyError, type FastifyRequest } from 'fastify'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import type { Config } from '#server/config/config.ts'
import type { Lifecycle } from '#server/lib/lifecycle.ts'
import type { Logger } from '#server/logging/logger.ts'

import { answerConnectionErrors, refuseExpectation } from './connection-errors.ts'
import { createResponseClass, type FixedHeaders } from './headers.ts'
import { acceptOnlyJson } from './json-body.ts'
import { MAX_PARAM_LENGTH } from './methods.ts'
import { inLanguageOf } from './languages.ts'
import { answerProblem, answerProblems } from './problems.ts'
import { type Answer, RequestLog } from './request-log.ts'
import { limitUnreadBody } from './unread-bodies.ts'
import { traceOf } from './traceparent.ts'
import { answerAsDeclared, serializerCompiler, validatorCompiler } from './schemas.ts'

const KIB = 1024

/** Milliseconds. Each closes the connection, so that slow clients cannot hold connections open. */
export const TIMEOUTS = {
  /** Time from the connection, or the previous request, to the last header. */
  headers: 10 * SECOND,
  /** Time to the last byte of the body. */
  request: 30 * SECOND,
  /** Time without any byte in either direction while a request is in progress. */
  stalled: 30 * SECOND,
  /** Time between requests; longer than the balancer's own, or it would send a request into a closing connection. */
  idle: 75 * SECOND,
  /** Interval at which Node checks; its default is 30 s. */
  checkEvery: 1 * SECOND,
}
export type Timeouts = typeof TIMEOUTS

interface Options {
  config: Pick<Config, 'trustProxy' | 'languages' | 'origins'>
  headers: FixedHeaders
  lifecycle: Lifecycle
  logger: Logger
  newId: () => string
  timeouts: Timeouts
  onAnswer?: ((answer: Answer) => void) | undefined
}

/** The bare server. Every response, also to invalid HTTP, has the same headers and the same kind of error. */
export function createServer(options: Options) {
  const { config, headers, lifecycle, logger, newId, timeouts, onAnswer } = options
  const Response = createResponseClass(headers, lifecycle)
  // Typed as the framework's own; otherwise every plugin would have to name pino's type.
  const loggerInstance: FastifyBaseLogger = logger
  const isBehindProxy = config.trustProxy.length > 0
  const requestLog = new RequestLog(onAnswer)
  const app = fastify({
    loggerInstance,
    logController: requestLog,
    genReqId: newId,
    trustProxy: isBehindProxy ? [...config.trustProxy] : false,
    bodyLimit: 16 * KIB,
    // Fastify's ten seconds end a start on a busy machine. The probes of an orchestrator decide how long is too long.
    pluginTimeout: MINUTE,
    connectionTimeout: timeouts.stalled,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    // While draining, requests on open connections are still answered, with `Connection: close`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // No hook runs for these, so neither does the one that logs.
    frameworkErrors(error, request, reply) {
      reply.raw.once('finish', () => requestLog.requestCompleted(undefined, request, reply))
      limitUnreadBody(request, reply)
      const readable = readableAddress(error, request)
      if (readable) reply.redirect(readable)
      else inLanguageOf(request, config, () => answerProblem(error, request, reply))
    },
    clientErrorHandler: answerConnectionErrors(headers, newId, logger),
    http: {
      ServerResponse: Response,
      maxHeaderSize: 16 * KIB,
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.checkEvery,
      // Node's own answer has none of our headers; the host check answers instead.
      requireHostHeader: false,
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  // Each line about a request has the trace that the load balancer assigned to it.
  if (isBehindProxy) {
    app.setChildLoggerFactory((parent, bindings, childOptions, { headers: { traceparent } }) =>
      parent.child({ ...bindings, ...traceOf(traceparent) }, childOptions),
    )
  }

  // `inject` uses a response class of its own.
  app.addHook('onRequest', (_request, reply, done) => {
    if (!(reply.raw instanceof Response)) reply.headers(headers)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    limitUnreadBody(request, reply)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    requestLog.requestAborted(request)
    done()
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRoute', answerAsDeclared)
  acceptOnlyJson(app)
  app.server.on('checkExpectation', refuseExpectation(newId))
  answerProblems(app)
  return app
}

/**
 * Redirect target for a page address that cannot be decoded (`/profile/%E0%A4%A`): the same with its percent signs
 * escaped, for which the app shows its not-found screen. Undefined for programs, which get the problem document.
 */
function readableAddress({ code }: FastifyError, { url, headers }: FastifyRequest) {
  const isPage = headers.accept?.includes('text/html') && !/^\/api\b/.test(url)
  if (code !== 'FST_ERR_BAD_URL' || !isPage) return undefined
  // A leading double slash would point to another site.
  return `/${url.replaceAll('%', '%25').replace(/^[/\\]+/, '')}`
}
