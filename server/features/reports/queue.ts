import { DECISION_NOTE_RULE, REPORT_LIMITS } from '#shared/report-rules.ts'
import type { ReportDecisionEdit, ReportDetails, ReportRow } from '#shared/reports.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import type { Page } from '#shared/page.ts'
import { visibleLength } from '#shared/visible-length.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, notFound, stale } from '#server/lib/failure.ts'
import { paragraphs } from '#server/lib/plain-text.ts'
import type { Transaction } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'

import { reportedPictures, type ReportDocument, reports } from './collection.ts'
import { assertNotConcerned, AUDITED, happeningsOf, undecided } from './decision.ts'
import { latestReports, openTotal, reportQueue, reportRow } from './queries.ts'
import type { ReportDeps } from './service.ts'

export interface QueueDeps extends Pick<ReportDeps, 'store' | 'clock' | 'notify' | 'sources'> {
  audit: RecordAudit
  /** Records that the admin looked at a report about the member. */
  recordView: (actor: Actor, memberId: string) => Promise<void>
  /** Suspends the member; `inTransaction` is part of it. */
  suspend: (
    actor: Actor,
    memberId: string,
    suspension: { reason: string; until?: string },
    inTransaction: (tx: Transaction) => Promise<void>,
  ) => Promise<unknown>
}

/** Other reports shown beside a report. */
const HISTORY = 10

export type ReportQueue = ReturnType<typeof createReportQueue>

/** What admins see of reports and decide about them. Nobody handles a report about their own content. */
export function createReportQueue(deps: QueueDeps) {
  const { store, clock, notify, sources, audit, recordView, suspend } = deps

  async function load(actor: Actor, id: string) {
    const report = await store.get(reports, id)
    return assertNotConcerned(actor, report)
  }

  async function settle(
    tx: Transaction,
    actor: Actor,
    { id, version, edit }: { id: string; version: number; edit: ReportDecisionEdit },
  ) {
    const report = assertNotConcerned(actor, await tx.get(reports, id))
    const open = undecided(report, actor, version, edit)
    if (!open) return
    const { kind, note } = edit
    const at = isoInstant(clock())
    if (kind === 'hide' && !(await sources[report.kind].setHidden(tx, report.subject, { reason: note, at })))
      throw conflict('content_gone', 'This content no longer exists, so it can’t be hidden.')
    tx.put(reports, {
      ...open,
      version: report.version + 1,
      state: 'decided',
      decision: { kind, note, by: actor.id, at },
      ...(kind === 'warn' && { awaits: report.owner }),
    })
    await record(tx, actor, AUDITED[kind], report, note)
    for (const happening of happeningsOf(report, edit)) notify(tx, { ...happening, doneBy: actor.id })
  }

  /** Never names who sent the report: the member reads the entry in their own data. */
  const record = (
    tx: Transaction,
    actor: Actor,
    action: string,
    { id, owner, kind }: ReportDocument,
    note = '',
  ) =>
    audit(
      {
        action,
        actor: actor.id,
        target: owner,
        ...(note && { reason: note }),
        after: { report: id, kind },
        sessionHash: actor.sessionHash,
      },
      tx,
    )

  return {
    /** Open ones: longest waiting first. Decided ones: latest first. */
    async list(actor: Actor, state: ReportDocument['state'], cursor?: string): Promise<Page<ReportRow>> {
      const query = fingerprint('reports', state)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      const rows = reportQueue(await store.views(), actor.id, state, { after, rows: PAGE_SIZE })
      return pageOf(rows, PAGE_SIZE, query)
    },

    /** Those that wait for the admin. */
    countOpen: async ({ id }: Pick<Actor, 'id'>) => openTotal(await store.views(), id),

    /** That an admin saw it is audited, and in the reported member's own data. */
    async details(actor: Actor, id: string): Promise<ReportDetails> {
      const report = await load(actor, id)
      const { kind, subject, audience, content, owner, reporter } = report
      const now = await sources[kind].current(subject, audience)
      await recordView(actor, owner)
      const views = await store.views()
      const row = reportRow(views, id)
      if (!row) throw notFound('report')
      return {
        ...row,
        subject,
        was: content,
        ...(now && { now: now.content }),
        ...(now?.hidden && { hidden: now.hidden }),
        aboutOwner: latestReports(views, actor.id, { owner, except: id }, HISTORY),
        byReporter:
          reporter === undefined ? [] : latestReports(views, actor.id, { reporter, except: id }, HISTORY),
      }
    },

    /** The picture as it was when it was reported. */
    async picture(actor: Actor, id: string): Promise<Buffer> {
      const { image, owner } = await load(actor, id)
      const picture = image === undefined ? undefined : await store.get(reportedPictures, image)
      if (!picture) throw notFound('image')
      await recordView(actor, owner)
      return Buffer.from(picture.bytes, 'base64')
    },

    /**
     * @throws Failure 403 for a report about the admin's own content, 409 when another admin has decided or the content is
     * gone, 412 when `version` is no longer the latest, and as a suspension
     */
    async decide(actor: Actor, id: string, version: number, sent: ReportDecisionEdit): Promise<void> {
      const edit = { ...sent, note: paragraphs(sent.note) }
      const { kind, note, until } = edit
      if (kind !== 'dismiss' && visibleLength(note) < REPORT_LIMITS.note.min)
        throw invalidFields({ note: DECISION_NOTE_RULE })
      if (until !== undefined && kind !== 'suspend')
        throw invalidFields({ until: 'Only a suspension can have an end.' })
      const work = (tx: Transaction) => settle(tx, actor, { id, version, edit })
      if (kind !== 'suspend') return store.transact(work)
      const { owner } = await load(actor, id)
      await suspend(actor, owner, { reason: note, ...(until !== undefined && { until }) }, work)
    },

    /** Shows again what was hidden. Safe to repeat. @throws Failure 403, 409 and 412 as `decide` */
    restore: (actor: Actor, id: string, version: number): Promise<void> =>
      store.transact(async (tx) => {
        const report = assertNotConcerned(actor, await tx.get(reports, id))
        const { decision, kind, subject } = report
        if (decision?.kind !== 'hide') throw conflict('not_hidden', 'This report didn’t hide anything.')
        if (decision.restoredAt !== undefined) return
        if (report.version !== version) throw stale('report')
        if (!(await sources[kind].setHidden(tx, subject, undefined)))
          throw conflict('content_gone', 'This content no longer exists.')
        tx.put(reports, {
          ...report,
          version: report.version + 1,
          decision: { ...decision, restoredAt: isoInstant(clock()) },
        })
        await record(tx, actor, 'report.content_restored', report)
      }),
  }
}
