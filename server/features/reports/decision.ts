import type { ReportDecision } from '#shared/report-rules.ts'
import type { OwnReport, ReportDecisionEdit } from '#shared/reports.ts'
import type { Happening } from '#server/features/notifications/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { conflict, forbidden, notFound, stale } from '#server/lib/failure.ts'

import type { ReportDocument } from './collection.ts'

/** Actions in the audit log. */
export const AUDITED: Record<ReportDecision, string> = {
  dismiss: 'report.dismissed',
  hide: 'report.content_hidden',
  warn: 'report.member_warned',
  suspend: 'report.member_suspended',
}

/** What the reporter learns of a decision. */
export const outcomeOf = (decision: ReportDocument['decision']): Pick<OwnReport, 'outcome' | 'decidedAt'> =>
  decision
    ? { outcome: decision.kind === 'dismiss' ? 'dismissed' : 'actionTaken', decidedAt: decision.at }
    : {}

/** What a report is about may not be decided, nor the reporter be seen, by who is responsible for it. */
export function assertNotConcerned({ id }: Actor, report: ReportDocument | undefined): ReportDocument {
  if (!report) throw notFound('report')
  if (report.concerned.includes(id))
    throw forbidden('own_report', 'This report is about your own content, so another admin has to decide.')
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
  if (decision) throw conflict('report_decided', 'Another admin has already decided this report.')
  if (report.version !== version) throw stale('report')
  const { openKey: _, ...open } = report
  return open
}

/** The reporter is told the outcome, and the owner what was hidden or that they are warned, both with the reason. */
export function happeningsOf(
  { id, owner, reporter, kind: reported }: ReportDocument,
  { kind, note }: ReportDecisionEdit,
): Happening[] {
  const toReporter = (recipient: string): Happening => ({
    topic: 'reportDecided',
    subject: { kind: 'ownReport', id },
    occurrence: id,
    recipients: [recipient],
    data: { kind: reported, outcome: kind === 'dismiss' ? 'dismissed' : 'actionTaken' },
  })
  const toOwner: Happening = {
    topic: kind === 'hide' ? 'contentHidden' : 'warning',
    subject: { kind: 'warning', id },
    occurrence: id,
    recipients: [owner],
    data: { kind: reported, text: note },
  }
  return [
    ...(reporter === undefined ? [] : [toReporter(reporter)]),
    ...(kind === 'hide' || kind === 'warn' ? [toOwner] : []),
  ]
}
