import { reasonRule } from '#shared/lib/messages.ts'
import * as m from '#shared/moderation/messages.ts'
import { REPORT_LIMITS } from '#shared/moderation/report-rules.ts'
import type { ReportDecisionEdit, ReportDetails, ReportRow } from '#shared/moderation/reports.ts'
import type { Page } from '#shared/lib/page.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, notFound, stale } from '#server/lib/failure.ts'
import { paragraphs } from '#server/lib/text/plain-text.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'

import { reportedPictures, type ReportDocument, reports } from './collection.ts'
import { assertNotConcerned, AUDITED, domainEventsOf, undecided } from './decision.ts'
import { latestReports, openTotal, reportQueue, reportRow } from './queries.ts'
import type { ReportSources } from './sources.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  accounts: Accounts
  sources: ReportSources
}

/** Other reports shown beside a report. */
const HISTORY = 10

export type ReportQueue = ReturnType<typeof createReportQueue>

/** The admins' view of reports, and their decisions. No one handles a report about their own content. */
export function createReportQueue({ store, clock, operations, accounts, sources }: Deps) {
  const { audit, outbox } = operations
  const recordView = audit.viewLog('report.viewed_by_admin')

  async function load(actor: Actor, id: string) {
    const report = await store.get(reports, id)
    return assertNotConcerned(actor, report)
  }

  async function decideIn(
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
      throw conflict('content_gone', m.decisionContentDeleted())
    tx.put(reports, {
      ...open,
      version: report.version + 1,
      state: 'decided',
      decision: { kind, note, by: actor.id, at },
      awaits: kind === 'warn' ? report.owner : undefined,
    })
    await record(tx, actor, AUDITED[kind], report, note)
    for (const domainEvent of domainEventsOf(report, edit))
      outbox.notify(tx, { ...domainEvent, doneBy: actor.id })
  }

  /** Never names the reporter: the member reads the entry in their own data. */
  const record = (
    tx: Transaction,
    actor: Actor,
    action: string,
    { id, owner, kind }: ReportDocument,
    note = '',
  ) =>
    audit.record(
      {
        action,
        actor: actor.id,
        target: owner,
        reason: note || undefined,
        after: { report: id, kind },
        sessionHash: actor.sessionHash,
      },
      tx,
    )

  return {
    /** Open ones, longest waiting first, or decided ones, latest first. */
    async list(actor: Actor, state: ReportDocument['state'], cursor?: string): Promise<Page<ReportRow>> {
      const query = fingerprint('reports', state)
      const views = await store.views()
      return pageAt(cursor, query, (range) => reportQueue(views, actor.id, state, range))
    },

    /** Number of reports that the admin has to decide. */
    countOpen: async ({ id }: Pick<Actor, 'id'>) => openTotal(await store.views(), id),

    /** An admin's view is audited, and shown in the reported member's own data. */
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
        now: now?.content,
        hidden: now?.hidden,
        aboutOwner: latestReports(views, actor.id, { owner, except: id }, HISTORY),
        byReporter:
          reporter === undefined ? [] : latestReports(views, actor.id, { reporter, except: id }, HISTORY),
      }
    },

    /** The picture at the time of the report. */
    async picture(actor: Actor, id: string): Promise<Buffer> {
      const { image, owner } = await load(actor, id)
      const picture = image === undefined ? undefined : await store.get(reportedPictures, image)
      if (!picture) throw notFound('image')
      await recordView(actor, owner)
      return Buffer.from(picture.bytes, 'base64')
    },

    /**
     * @throws Failure 403 for a report about the admin's own content, 409 when another admin has decided or the
     * content is deleted, 412 when `version` is no longer the latest, and those of a suspension
     */
    async decide(actor: Actor, id: string, version: number, sent: ReportDecisionEdit): Promise<void> {
      const edit = { ...sent, note: paragraphs(sent.note) }
      const { kind, note, until } = edit
      if (kind !== 'dismiss' && visibleLength(note) < REPORT_LIMITS.note.min)
        throw invalidFields({ note: reasonRule({ min: REPORT_LIMITS.note.min }) })
      if (until !== undefined && kind !== 'suspend') throw invalidFields({ until: m.decisionUntilRule() })
      const work = (tx: Transaction) => decideIn(tx, actor, { id, version, edit })
      if (kind !== 'suspend') return store.transact(work)
      const { owner } = await load(actor, id)
      await accounts.membership.suspend(actor, owner, { reason: note, until }, work)
    },

    /** Restores hidden content. Idempotent. @throws Failure 403, 409 and 412 like `decide` */
    restore: (actor: Actor, id: string, version: number): Promise<void> =>
      store.transact(async (tx) => {
        const report = assertNotConcerned(actor, await tx.get(reports, id))
        const { decision, kind, subject } = report
        if (decision?.kind !== 'hide') throw conflict('not_hidden', m.restoreNothing())
        if (decision.restoredAt !== undefined) return
        if (report.version !== version) throw stale('report')
        if (!(await sources[kind].setHidden(tx, subject, undefined)))
          throw conflict('content_gone', m.restoreContentDeleted())
        tx.put(reports, {
          ...report,
          version: report.version + 1,
          decision: { ...decision, restoredAt: isoInstant(clock()) },
        })
        await record(tx, actor, 'report.content_restored', report)
      }),
  }
}
