import * as m from '#shared/moderation/messages.ts'
import type { ReportDecision } from '#shared/moderation/report-rules.ts'
import type { OwnReport, ReportDecisionEdit } from '#shared/moderation/reports.ts'
import type { DomainEvent } from '#server/modules/operations/outbox/types.ts'
import type { Actor } from '#server/modules/actor.ts'
import { conflict, forbidden, notFound, stale } from '#server/lib/failure.ts'

import type { ReportDocument } from './collection.ts'

/** Actions in the audit log. */
export const AUDITED: Record<ReportDecision, string> = {
  dismiss: 'report.dismissed',
  hide: 'report.content_hidden',
  warn: 'report.member_warned',
  suspend: 'report.member_suspended',
}

/** The outcome that the reporter learns. */
export const outcomeOf = (decision: ReportDocument['decision']): Pick<OwnReport, 'outcome' | 'decidedAt'> =>
  decision
    ? { outcome: decision.kind === 'dismiss' ? 'dismissed' : 'actionTaken', decidedAt: decision.at }
    : {}

/** People who are responsible for the content may neither decide about it nor see the reporter. */
export function assertNotConcerned({ id }: Actor, report: ReportDocument | undefined): ReportDocument {
  if (!report) throw notFound('report')
  if (report.concerned.includes(id)) throw forbidden('own_report', m.decisionOwn())
  return report
}

/**
 * The open report, to be decided. Undefined for a repeated request, which changes nothing.
 * @throws Failure 409 when another decision was made, 412 when `version` is no longer the latest
 */
export function undecided(
  report: ReportDocument,
  { id }: Actor,
  version: number,
  { kind, note }: ReportDecisionEdit,
) {
  const { decision } = report
  if (decision?.by === id && decision.kind === kind && decision.note === note) return undefined
  if (decision) throw conflict('report_decided', m.decisionMade())
  if (report.version !== version) throw stale('report')
  const { openKey: _, ...open } = report
  return open
}

/** Notifies the reporter of the outcome, and the owner of hidden content or a warning, both with the reason. */
export function domainEventsOf(
  { id, owner, reporter, kind: reported }: ReportDocument,
  { kind, note }: ReportDecisionEdit,
): DomainEvent[] {
  const toReporter = (recipient: string): DomainEvent => ({
    topic: 'reportDecided',
    subject: { kind: 'ownReport', id },
    dedupeKey: id,
    recipients: [recipient],
    data: { kind: reported, outcome: kind === 'dismiss' ? 'dismissed' : 'actionTaken' },
  })
  const toOwner: DomainEvent = {
    topic: kind === 'hide' ? 'contentHidden' : 'warning',
    subject: { kind: 'warning', id },
    dedupeKey: id,
    recipients: [owner],
    data: { kind: reported, text: note },
  }
  return [
    ...(reporter === undefined ? [] : [toReporter(reporter)]),
    ...(kind === 'hide' || kind === 'warn' ? [toOwner] : []),
  ]
}
