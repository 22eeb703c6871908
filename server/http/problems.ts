import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify'

import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/lib/messages.ts'
import type { Problem } from '#shared/lib/problem.ts'
import { shortCode } from '#shared/lib/short-code.ts'
import { IdentityError } from '#server/identity/port.ts'
import {
  Failure,
  invalid,
  invalidFields,
  unauthenticated,
  unavailable,
  UnreadableBody,
} from '#server/lib/failure.ts'
import {
  AlreadyExists,
  BadCursor,
  StoreContention,
  StoreOutcomeUnknown,
  StoreUnavailable,
} from '#server/store/port.ts'

import { fieldErrors } from './field-errors.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Code of the problem that was answered, for the request log. */
    problemCode: string | undefined
  }
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Turns every error of this application into a problem document (RFC 9457). */
export function answerProblems(app: FastifyInstance) {
  app.decorateReply('problemCode', undefined)
  app.setErrorHandler(answerProblem)
}

export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toFailure(error)
  const { cause } = failure
  if (failure.status >= 500 && cause) {
    const kind = cause instanceof StoreUnavailable ? { kind: cause.kind } : {}
    request.log.error({ err: cause, ...kind }, failure.code)
  }
  return sendProblem(failure, request, reply)
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(frameworkFailure(404), request, reply)

function sendProblem(failure: Failure, request: FastifyRequest, reply: FastifyReply) {
  const { retryAfter } = failure.more
  if (retryAfter !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter / SECOND))))
  reply.problemCode = failure.code
  return reply
    .code(failure.status)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(toProblem(failure, request.id)))
}

export function toProblem({ status, code, message, more }: Failure, requestId: string): Problem {
  const { retryAfter: _, ...shown } = more
  return {
    type: `urn:guildhall:${code}`,
    title: message,
    status,
    code,
    ...shown,
    requestId,
    shortCode: shortCode(requestId),
  }
}

/** Maps each kind of error to its meaning for the caller. Any other error is a defect: 500. */
function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof UnreadableBody) return error.toFailure()
  if (error instanceof IdentityError) return fromIdentity(error)
  if (error instanceof BadCursor) return invalid('bad_cursor', m.problemCursor())
  if (error instanceof AlreadyExists) return new Failure(409, 'already_exists', m.problemExists())
  if (error instanceof StoreContention) {
    return unavailable('busy', m.problemBusy(), {
      cause: error,
      retryAfter: SECOND,
    })
  }
  if (error instanceof StoreOutcomeUnknown) {
    return unavailable('outcome_unknown', m.problemOutcomeUnknown(), { cause: error })
  }
  if (error instanceof StoreUnavailable) {
    return unavailable('store_unavailable', m.problemStore(), {
      cause: error,
    })
  }
  return fromFramework(error) ?? new Failure(500, 'internal', m.problemInternal(), { cause: error })
}

function fromIdentity(error: IdentityError) {
  return error.kind === 'unavailable'
    ? unavailable('identity_unavailable', m.problemSignInCheck(), {
        cause: error,
      })
    : unauthenticated(`sign_in_${error.kind}`, m.problemSignIn())
}

const FRAMEWORK_ERRORS: Readonly<Record<number, readonly [code: string, message: () => string]>> = {
  400: ['bad_request', m.problemMalformed],
  404: ['not_found', m.problemNothingHere],
  408: ['request_timeout', m.problemTimeout],
  413: ['body_too_large', m.problemTooLarge],
  415: ['unsupported_media_type', m.problemMediaType],
  417: ['expectation_failed', m.problemExpectation],
  431: ['headers_too_large', m.problemHeadersTooLarge],
}

export function frameworkFailure(status: number, cause?: unknown) {
  const [code, message] = FRAMEWORK_ERRORS[status] ?? FRAMEWORK_ERRORS[400]!
  return new Failure(status in FRAMEWORK_ERRORS ? status : 400, code, message(), { cause })
}

function fromFramework(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined
  const { statusCode = 500, validation, validationContext } = error as Partial<FastifyError>
  // A broken link gets the same answer as any other address that leads nowhere.
  if (validation && validationContext === 'params') return frameworkFailure(404, error)
  if (validation) return invalidInput(validation, validationContext)
  return statusCode >= 400 && statusCode < 500 ? frameworkFailure(statusCode, error) : undefined
}

function invalidInput(errors: FastifySchemaValidationError[], part = 'body') {
  const fields = fieldErrors(errors)
  return part === 'body' ? invalidFields(fields) : invalid('invalid_input', m.problemAddress(), { fields })
}
