import { isUtf8 } from 'node:buffer'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'

import {
  type ClientErrorBatch,
  ClientErrorBatchSchema,
  type ClientErrorReceipt,
  ClientErrorReceiptSchema,
} from '#shared/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/constants.ts'
import { startDeadline } from '#server/lib/deadline.ts'
import { Failure, invalid, unavailable } from '#server/lib/failure.ts'

import { boundCounts } from './counts.ts'
import { nameOf } from './record.ts'
import type { ClientErrorIntake } from './service.ts'

const BODY_LIMIT = 256 * 1024
/** Milliseconds. A browser may give up after this; when it sends again, the lines may be written already. */
const PATIENCE = 5_000
const IDENTITY_PATIENCE = 500

interface Options {
  intake: Pick<ClientErrorIntake, 'full' | 'senderOf' | 'take' | 'close'>
  /** The user id of the verified session; rejects where there is none. */
  verifyUserId: (request: FastifyRequest) => Promise<string | undefined>
  counts?: ClientErrorCounts | undefined
}

interface ClientErrorCounts {
  received: (receipt: ClientErrorReceipt) => void
  /** Of a whole batch. @param code of the problem */
  refused: (code: string) => void
  /** What the browser had to drop, by its own account. */
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
    schema: {
      summary: 'Report client errors',
      body: ClientErrorBatchSchema,
      response: { 200: ClientErrorReceiptSchema },
    },
    onRequest: (_request, _reply, done) => done(intake.full ? stalled() : undefined),
    handler: async (request) => {
      const sender = intake.senderOf(await userIdOf(request, verifyUserId), request.ip)
      const tabId = nameOf(request.body.tabId)
      const { dropped, droppedBy, noise } = boundCounts(request.body)
      const receipt = await startDeadline(PATIENCE, stalled)(intake.take(request.body, sender))
      // Only now: what is refused or fails, the browser sends again.
      counts?.received(receipt)
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

const stalled = () =>
  unavailable('log_stalled', 'Error reports can’t be accepted right now.', { retryAfter: PATIENCE / 1000 })

/** Anyone may report errors: also visitors, and everyone while sessions cannot be checked. */
async function userIdOf(request: FastifyRequest, verifyUserId: Options['verifyUserId']) {
  const inTime = startDeadline(
    IDENTITY_PATIENCE,
    () => new Error('The session could not be checked in time.'),
  )
  return inTime(verifyUserId(request)).catch(() => undefined)
}

/** Poisoned keys are found by the check of each entry; refusing them here would lose the whole batch. */
function parseBatch(body: Buffer): unknown {
  // The browser halves a batch that is too large, for which it has to be able to read the answer.
  if (body.length > CLIENT_ERRORS.batchBytes)
    throw new Failure(413, 'batch_too_large', 'The batch is too large.')
  if (!isUtf8(body)) throw invalid('invalid_encoding', 'The batch is not valid UTF-8.')
  try {
    return JSON.parse(body.toString())
  } catch (cause) {
    throw invalid('invalid_json', 'The batch is not valid JSON.', { cause })
  }
}
