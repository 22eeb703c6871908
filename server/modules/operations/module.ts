import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import { HOUR, MINUTE, SECOND } from '#shared/lib/durations.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Platform } from '#server/modules/platform.ts'

import { auditEntries } from './audit/collection.ts'
import { createMemberTrail, auditLogAccountData } from './audit/member-trail.ts'
import { createAuditLog } from './audit/service.ts'
import { auditView } from './audit/view.ts'
import { writtenClientErrors } from './client-errors/entries/collection.ts'
import { createClientErrors } from './client-errors/client-errors.ts'
import { createErrorGroupCleanup } from './client-errors/groups/cleanup.ts'
import { errorGroupCollections } from './client-errors/groups/collection.ts'
import { createAggregation } from './client-errors/groups/aggregation.ts'
import { createLateMaps } from './client-errors/groups/late-maps.ts'
import { createOwnErrors, clientErrorsAccountData } from './client-errors/groups/own-errors.ts'
import { createRegressionCheck } from './client-errors/groups/regressions.ts'
import { createErrorGroupService } from './client-errors/groups/service.ts'
import { errorGroupView } from './client-errors/groups/view.ts'
import { idempotencyKeys as idempotencyKeyEntries } from './idempotency/collection.ts'
import { createIdempotencyKeys } from './idempotency/service.ts'
import { outbox as outboxEntries } from './outbox/collection.ts'
import { createHealth } from './health/service.ts'
import { createOutbox } from './outbox/service.ts'
import { errorGroupRoutes } from './client-errors/groups/routes.ts'

export const collections = [
  auditEntries,
  outboxEntries,
  idempotencyKeyEntries,
  writtenClientErrors,
  ...errorGroupCollections,
]
export const views = [auditView, errorGroupView]

export type Operations = ReturnType<typeof createOperations>

/** Constructs the parts for operators: the audit log, the outbox, client errors. */
export function createOperations(platform: Platform) {
  const { config, store, identity, clock, newId, logger, logSink, sourceMaps, mailer, metrics } = platform
  const audit = createAuditLog({ store, clock, newId, logger })
  const memberTrail = createMemberTrail({ store })
  const outbox = createOutbox({ store, clock })
  const idempotencyKeys = createIdempotencyKeys({ store, clock })
  const health = createHealth({ config, store, identity, clock, logSink, mailer, outbox })
  const { intake, keyedHash, emailHashOf, requestHistory, symbolicator } = createClientErrors({
    store,
    clock,
    newId,
    logSink,
    sourceMapFolders: [config.sourceMapsDir, sourceMaps],
    secret: config.secret,
  })
  const checkRegression = createRegressionCheck({ clock, audit, outbox })
  const { aggregate } = createAggregation({ store, clock, checkRegression, logger, metrics })
  const { mergeLate } = createLateMaps({ store, clock, checkRegression, logger, symbolicator })
  const errorGroups = createErrorGroupService({
    store,
    clock,
    logger,
    audit,
    keyedHash,
    emailHashOf,
    requestHistory,
    symbolicator,
    aggregate,
    currentRelease: config.client.RELEASE,
  })
  const ownErrors = createOwnErrors({ store, keyedHash })
  const cleanup = createErrorGroupCleanup({ store, clock })

  const routes: RoutesByScope = {
    admins: [at('/admin/client-errors', errorGroupRoutes, { errorGroups })],
  }

  return {
    audit,
    memberTrail,
    outbox,
    idempotencyKeys,
    health,
    intake,
    errorGroups,
    ownErrors,
    requestHistory,
    routes,
    start: errorGroups.start,
    accountDataParts: [
      auditLogAccountData(memberTrail),
      {
        name: 'outbox',
        collections: [outboxEntries],
        exportOf: 'Notifications have it within seconds.',
        forget: 'Deleted once it is delivered.',
      },
      {
        name: 'idempotencyKeys',
        collections: [idempotencyKeyEntries],
        exportOf: 'They are hashes that name nobody.',
        forget: 'Deleted after a week.',
      },
      clientErrorsAccountData(ownErrors),
    ] satisfies AccountDataPart[],
    jobs: [
      { name: 'client error groups', every: 5 * SECOND, run: aggregate },
      {
        name: 'unstored client errors',
        every: 10 * SECOND,
        async run() {
          const lost = await intake.addUnstored()
          if (lost > 0) logger.warn({ entries: lost }, 'client errors were logged but not grouped')
        },
      },
      { name: 'late source maps', every: 5 * MINUTE, run: mergeLate },
      { name: 'expired idempotency keys', every: HOUR, run: idempotencyKeys.deleteExpired },
      { name: 'expired client error ids', every: HOUR, run: intake.deleteExpired },
      { name: 'expired client errors', every: HOUR, run: cleanup.deleteExpired },
      {
        name: 'read models',
        every: 5 * MINUTE,
        async run() {
          const facts = { entries: await health.sizes(), feedLags: store.feedLags() }
          logger.info({ ...facts, residentBytes: process.memoryUsage.rss() }, 'read models')
        },
      },
      { name: 'snapshots', every: HOUR, run: store.writeSnapshots },
    ] satisfies Job[],
  }
}
