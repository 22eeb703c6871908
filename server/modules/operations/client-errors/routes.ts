import { isUtf8 } from 'node:buffer'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'

import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/operations/messages.ts'
import { operationsApi } from '#shared/operations/api.ts'
import type { ClientErrorBatch, ClientErrorReceipt } from '#shared/operations/client-errors.ts'
import { CLIENT_ERROR_LIMITS, CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'
import { Failure, invalid, unavailable, UnreadableBody } from '#server/lib/failure.ts'

import { nameOf } from './record.ts'
import type { ClientErrorIntake } from './intake.ts'

const BODY_LIMIT = 256 * 1024
/** Milliseconds. A browser may give up after this; when it sends again, the lines may be written already. */
const TIMEOUT = 5 * SECOND
const IDENTITY_TIMEOUT = 500

interface Options {
  intake: Pick<ClientErrorIntake, 'full' | 'senderOf' | 'take' | 'hasNewCounts' | 'close'>
  /** The user id of the verified session; rejects if there is none. */
  verifyUserId: (request: FastifyRequest) => Promise<string | undefined>
  counts?: ClientErrorCounts | undefined
}

interface ClientErrorCounts {
  received: (receipt: ClientErrorReceipt) => void
  /** Counts a whole batch. @param code of the problem */
  refused: (code: string) => void
  /** Counts entries that the browser claims to have dropped. */
  lost: (dropped: number, byReason: ClientErrorBatch['droppedBy'], by: 'member' | 'visitor') => void
  noise: (byKind: NonNullable<ClientErrorBatch['noise']>) => void
}

export const clientErrorRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { intake, verifyUserId, counts },
) => {
  app.removeAllContentTypeParsers()
  // A beacon can only be sent as text.
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => parseBatch(body),
  )

  app.post('/', {
    bodyLimit: BODY_LIMIT,
    schema: operationsApi['POST /api/client-errors'],
    onRequest: (_request, _reply, done) => done(intake.full ? stalled() : undefined),
    handler: async (request) => {
      const sender = intake.senderOf(await userIdOf(request, verifyUserId), request.ip)
      const tabId = nameOf(request.body.tabId)
      const { dropped, droppedBy, noise } = boundCounts(request.body)
      const receipt = await startDeadline(TIMEOUT, stalled)(intake.take(request.body, sender))
      // Counted only now: the browser resends after a refusal or a failure.
      counts?.received(receipt)
      if (!(await intake.hasNewCounts(request.body))) return receipt
      if (dropped > 0) {
        counts?.lost(dropped, droppedBy, sender.userId === undefined ? 'visitor' : 'member')
        const { userId, network } = sender
        request.log.warn(
          { dropped, dropped_by: droppedBy, tabId, user: { id: userId }, client: { network } },
          'client errors were lost in the browser',
        )
      }
      if (noise) {
        counts?.noise(noise)
        request.log.info({ noise, tabId }, 'noise was ignored in the browser')
      }
      return receipt
    },
    onResponse(_request, { problemCode }, done) {
      if (problemCode !== undefined) counts?.refused(problemCode)
      done()
    },
  })

  app.addHook('onClose', intake.close)
}

const stalled = () => unavailable('log_stalled', m.logClosed(), { retryAfter: TIMEOUT })

/** Anyone may report errors: also visitors, and everyone while sessions cannot be checked. */
async function userIdOf(request: FastifyRequest, verifyUserId: Options['verifyUserId']) {
  const inTime = startDeadline(IDENTITY_TIMEOUT, () => new Error('The session could not be checked in time.'))
  return inTime(verifyUserId(request)).catch(() => undefined)
}

/** Poisoned keys are found by the validation of each entry; refusing them here would lose the whole batch. */
function parseBatch(body: Buffer): unknown {
  // The browser halves a batch that is too large, for which it has to be able to read the answer.
  if (body.length > CLIENT_ERRORS.batchBytes)
    throw new UnreadableBody(() => new Failure(413, 'batch_too_large', m.batchTooLarge()))
  if (!isUtf8(body)) throw new UnreadableBody(() => invalid('invalid_encoding', m.batchEncoding()))
  try {
    return JSON.parse(body.toString())
  } catch (cause) {
    throw new UnreadableBody(() => invalid('invalid_json', m.batchJson(), { cause }))
  }
}

/**
 * A browser's counts are claims: they are capped like the repeats of an entry, and never a reason to refuse the
 * entries beside them.
 */
function boundCounts({ dropped, droppedBy, noise }: Omit<ClientErrorBatch, 'entries'>) {
  return {
    dropped: bound(dropped),
    droppedBy: droppedBy && boundEach(droppedBy),
    noise: noise && boundEach(noise),
  }
}

const bound = (count: number) => Math.min(count, CLIENT_ERROR_LIMITS.count)

const boundEach = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, bound(count)]))
