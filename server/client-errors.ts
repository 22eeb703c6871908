import { createHmac } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { RecordAudit } from '#server/features/audit/types.ts'
import { createEmailHash } from '#server/features/client-errors/email-hash.ts'
import { networkOf } from '#server/features/client-errors/network.ts'
import { fingerprintOf } from '#server/features/client-errors/fingerprint.ts'
import { createClientErrorIntake } from '#server/features/client-errors/service.ts'
import { createAdditions } from '#server/features/error-groups/additions.ts'
import { createErrorGroupCleaning } from '#server/features/error-groups/cleaning.ts'
import { createFold } from '#server/features/error-groups/fold.ts'
import { createLateMaps } from '#server/features/error-groups/late-maps.ts'
import { createOwnErrors } from '#server/features/error-groups/own-errors.ts'
import { createRegressionCheck } from '#server/features/error-groups/regressions.ts'
import { createRequestHistory } from '#server/features/error-groups/request-history.ts'
import { createErrorGroupService } from '#server/features/error-groups/service.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import { deviceOf } from '#server/features/session/device.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Job } from '#server/lib/jobs.ts'
import type { LogSink } from '#server/lib/log-sink.ts'
import { createSymbolicator } from '#server/lib/source-maps/symbolicator.ts'
import type { ServiceDeps } from '#server/service-deps.ts'
import type { Store } from '#server/store/port.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const VERSION = /(?:Edg|EdgA|EdgiOS|OPR|SamsungBrowser|Firefox|FxiOS|CriOS|Version|Chrome)\/(\d{1,4})/g

interface IntakeDeps {
  store: Store
  clock: Clock
  newId: () => string
  secret: string
  logSink: Pick<LogSink, 'append' | 'full'>
  /** Each with `<build>/<script>.map`; they need not exist. */
  sourceMapFolders: readonly string[]
}

/** Constructs what takes in client errors and counts them: all that an intake needs. A part of `createClientErrors`. */
export function createClientErrorIntakeParts({
  store,
  clock,
  newId,
  secret,
  logSink,
  sourceMapFolders: folders,
}: IntakeDeps) {
  const keyedHash = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const emailHashOf = createEmailHash(secret)
  const history = createRequestHistory({ clock, keyedHash })
  const symbolicator = createSymbolicator({ folders, clock })
  const additions = createAdditions({ clock, keyedHash, browserOf, requestsOf: history.ofMember })
  const intake = createClientErrorIntake({
    sink: logSink,
    store,
    clock,
    newId,
    symbolicator,
    emailHashOf,
    networkHashOf: (address) => keyedHash(`client-error-network:${networkOf(address)}`).slice(0, 16),
    grouping: additions,
  })
  return { intake, keyedHash, emailHashOf, history, symbolicator }
}

interface Parts {
  audit: RecordAudit
  notify: Notify
  /** @param email in lower case */
  idOfAddress: (email: string) => Promise<string | undefined>
}

/** Constructs what becomes of client errors: the intake, their groups, and what admins see of them. A part of `createServices`. */
export function createClientErrors(
  { config, store, clock, newId, logger, logSink, sourceMaps, metrics }: ServiceDeps,
  { audit, notify, idOfAddress }: Parts,
) {
  const { intake, keyedHash, emailHashOf, history, symbolicator } = createClientErrorIntakeParts({
    store,
    clock,
    newId,
    logSink,
    sourceMapFolders: [config.sourceMapsDir, sourceMaps],
    secret: config.secret,
  })
  const checkRegression = createRegressionCheck({ clock, audit, notify })
  const { fold } = createFold({
    store,
    clock,
    checkRegression,
    log: logger,
    countUngrouped: (count) => metrics?.clientErrors.ungrouped(count),
  })
  const { mergeLate } = createLateMaps({
    store,
    clock,
    checkRegression,
    log: logger,
    hasMaps: symbolicator.hasMaps,
    readAgain: (samples) =>
      Promise.all(
        samples.map(async ({ build, stack = '', type: errorType, message }) => {
          const [read] = await symbolicator.symbolicate(build, [{ text: stack, kind: 'calls' }])
          if (!read || read.ownFrames.length === 0) return undefined
          const { ownFrames, text: readableStack } = read
          return { fingerprint: fingerprintOf({ errorType, message, ownFrames }), readableStack }
        }),
      ),
  })
  const groups = createErrorGroupService({
    store,
    clock,
    audit,
    keyedHash,
    emailHashOf,
    userIdOf: idOfAddress,
    currentRelease: config.client.RELEASE,
    framesOf: symbolicator.framesOf,
    requestsAround: history.ofPerson,
    // Groups as they are serve better than none.
    fold: () => fold().catch((err: unknown) => logger.warn({ err }, 'client errors were not grouped yet')),
  })
  const cleaning = createErrorGroupCleaning({ store, clock })

  return {
    intake,
    groups,
    ...createOwnErrors({ store, keyedHash }),
    /** Hook after the answer to each request of a member. */
    rememberRequest(
      { id, actor, method, routeOptions: { url } }: FastifyRequest,
      reply: FastifyReply,
      done: () => void,
    ) {
      if (actor && url !== undefined)
        history.record({ id, member: actor.id, method, route: url, status: reply.statusCode })
      done()
    },
    jobs: [
      { name: 'client error groups', every: 5 * SECOND, run: fold },
      {
        name: 'unstored client errors',
        every: 10 * SECOND,
        async run() {
          const lost = await intake.addUnstored()
          if (lost > 0) logger.warn({ entries: lost }, 'client errors are in the log and in no group')
        },
      },
      { name: 'late source maps', every: 5 * MINUTE, run: mergeLate },
      { name: 'expired client error ids', every: 60 * MINUTE, run: intake.deleteExpired },
      { name: 'expired client errors', every: 60 * MINUTE, run: cleaning.deleteExpired },
    ] satisfies Job[],
  }
}

/** Such as `Chrome 140`: a name from our own list, and a number. */
function browserOf(userAgent: string): string {
  const { browser } = deviceOf(userAgent)
  if (browser === undefined) return 'Other'
  const versions = [...userAgent.matchAll(VERSION)]
  const product = PRODUCTS[browser] ?? browser
  const version = versions.find(([token]) => product.split('|').includes(token.split('/')[0] ?? ''))?.[1]
  return version === undefined ? browser : `${browser} ${version}`
}

/** By what a browser names its version. */
const PRODUCTS: Readonly<Record<string, string>> = {
  Edge: 'Edg|EdgA|EdgiOS',
  Opera: 'OPR',
  'Samsung Internet': 'SamsungBrowser',
  Firefox: 'Firefox|FxiOS',
  Chrome: 'Chrome|CriOS',
  Safari: 'Version',
}
