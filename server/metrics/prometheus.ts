import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { CLIENT_ERROR_LIMITS } from '#shared/operations/client-error-limits.ts'

import { createGauges, type Sources } from './gauges.ts'
import type { Metrics } from './port.ts'

/** Seconds. The target is a p99 below 0.1 for screens; a transaction ends after 9. */
const LATENCIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const STORE_LATENCIES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Label values that are accepted from browsers; anything else is `other`. */
const LOSSES = new Set(['full_outbox', 'full_storage', 'unsendable', 'refused', 'rejected', 'failed'])
const NOISE = new Set(['layout', 'animation', 'extension'])

/**
 * Metrics in the text format of Prometheus, by its conventions: base units, and labels with few values. The number of
 * series is bounded by the routes and their statuses, whatever clients send.
 */
export function createPrometheusMetrics({ release }: { release: string }) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  new Gauge({
    name: 'guildhall_build_info',
    help: 'Always 1; the label is `RELEASE`.',
    labelNames: ['release'],
    registers,
  }).set({ release }, 1)
  const requests = new Counter({
    name: 'guildhall_http_requests_total',
    help: 'Responses. `route` is a template such as `/api/members/:memberId`, or `unmatched`.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'guildhall_http_request_duration_seconds',
    help: 'Time from the request’s headers to the last byte handed to the kernel.',
    labelNames: ['method', 'route'],
    buckets: LATENCIES,
    registers,
  })
  const storeSeconds = new Histogram({
    name: 'guildhall_store_operation_duration_seconds',
    help: 'Time of `get`, `get_many`, `find`, `count` and `transact`, with all attempts.',
    labelNames: ['operation'],
    buckets: STORE_LATENCIES,
    registers,
  })
  const storeFailures = new Counter({
    name: 'guildhall_store_failures_total',
    help: 'Operations that failed. `kind` is `contention`, or as in `/health/ready`.',
    labelNames: ['operation', 'kind'],
    registers,
  })
  const retries = new Counter({
    name: 'guildhall_store_transaction_retries_total',
    help: 'Repeated attempts of transactions that conflicted with other writers.',
    registers,
  })
  const sessionChecks = new Counter({
    name: 'guildhall_session_checks_total',
    help: 'Session checks: `remembered` (answered from memory), `checked`, `refused`, `unavailable`.',
    labelNames: ['result'],
    registers,
  })
  const clientErrors = new Counter({
    name: 'guildhall_client_errors_total',
    help: 'Entries from browsers: `accepted`, `duplicate`, `rejected`.',
    labelNames: ['outcome'],
    registers,
  })
  const rejected = new Counter({
    name: 'guildhall_client_errors_rejected_total',
    help: 'Invalid entries, by their first problem.',
    labelNames: ['reason'],
    registers,
  })
  const refused = new Counter({
    name: 'guildhall_client_error_batches_refused_total',
    help: 'Batches refused as a whole, by the code of the answer, such as `log_stalled`. Browsers send most of them again.',
    labelNames: ['reason'],
    registers,
  })
  const lost = new Counter({
    name: 'guildhall_client_errors_lost_total',
    help: 'Entries that browsers of a `member` or `visitor` report as dropped. One batch adds at most 10,000 a reason.',
    labelNames: ['reason', 'by'],
    registers,
  })
  const ungrouped = new Counter({
    name: 'guildhall_client_errors_ungrouped_total',
    help: 'Errors beyond the limits of new groups, with repeats. All of them are in the group `other`.',
    registers,
  })
  const noise = new Counter({
    name: 'guildhall_client_error_noise_total',
    help: 'Browser reports that are not defects of the app: `layout`, `animation`, `extension`.',
    labelNames: ['kind'],
    registers,
  })
  const emails = new Counter({
    name: 'guildhall_emails_total',
    help: 'Emails handed to the mail server: `sent`, or the kind of failure.',
    labelNames: ['outcome'],
    registers,
  })

  // A counter that first appears with its first count shows no increase in Prometheus.
  for (const reason of [...LOSSES, 'other'])
    for (const by of ['member', 'visitor']) lost.inc({ reason, by }, 0)
  for (const reason of ['log_stalled', 'log_unavailable']) refused.inc({ reason }, 0)
  for (const outcome of ['accepted', 'duplicate', 'rejected']) clientErrors.inc({ outcome }, 0)
  for (const result of ['remembered', 'checked', 'refused', 'unavailable']) sessionChecks.inc({ result }, 0)
  for (const outcome of ['sent', 'address_refused', 'unavailable']) emails.inc({ outcome }, 0)
  storeFailures.inc({ operation: 'transact', kind: 'contention' }, 0)

  const metrics: Metrics = {
    answered({ method, route = 'unmatched', status, seconds }) {
      const labels = { method: METHODS.has(method) ? method : 'other', route }
      requests.inc({ ...labels, status })
      requestSeconds.observe(labels, seconds)
    },
    storeOperation(operation, seconds, kind) {
      storeSeconds.observe({ operation }, seconds)
      if (kind !== undefined) storeFailures.inc({ operation, kind })
    },
    transactionRetried: (times) => retries.inc(times),
    sessionChecked: (result) => sessionChecks.inc({ result }),
    clientErrors: {
      received(receipt) {
        clientErrors.inc({ outcome: 'accepted' }, receipt.accepted)
        clientErrors.inc({ outcome: 'duplicate' }, receipt.duplicate)
        clientErrors.inc({ outcome: 'rejected' }, receipt.rejected.length)
        for (const { code } of receipt.rejected) rejected.inc({ reason: code })
      },
      refused: (code) => refused.inc({ reason: code }),
      lost(dropped, byReason = {}, by) {
        const given = Object.entries(byReason)
        const unexplained = dropped - given.reduce((sum, [, count]) => sum + count, 0)
        const all = [...given, ['other', Math.max(unexplained, 0)] as const]
        for (const [reason, count] of cappedByLabel(all, LOSSES)) lost.inc({ reason, by }, count)
      },
      ungrouped: (count) => ungrouped.inc(count),
      noise(byKind) {
        for (const [kind, count] of cappedByLabel(Object.entries(byKind), NOISE)) noise.inc({ kind }, count)
      },
    },
    emailHandedOver: (outcome) => emails.inc({ outcome }),
  }

  return {
    metrics,
    registry,
    contentType: registry.contentType,
    /** @returns a function that reads the sources and returns all metrics as text */
    collectFrom(sources: Sources): () => Promise<string> {
      const update = createGauges(registry, sources)
      return async () => {
        await update()
        return registry.metrics()
      }
    },
  }
}

/**
 * Claims of one batch by label, with a cap: no browser counts more between two batches, so a forged number cannot
 * outweigh the others, even when spread over unknown names.
 */
function cappedByLabel(
  counts: readonly (readonly [name: string, count: number])[],
  labels: ReadonlySet<string>,
) {
  const byLabel = new Map<string, number>()
  for (const [name, count] of counts) {
    const label = labels.has(name) ? name : 'other'
    byLabel.set(label, Math.min((byLabel.get(label) ?? 0) + count, CLIENT_ERROR_LIMITS.count))
  }
  return byLabel
}
