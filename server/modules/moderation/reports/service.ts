import { Type, type Static } from 'typebox'

import * as m from '#shared/moderation/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { REPORT_LIMITS, type ReportKind } from '#shared/moderation/report-rules.ts'
import { type OwnReport, OwnReportSchema, type ReportEdit, type Warning } from '#shared/moderation/reports.ts'
import type { Page } from '#shared/lib/page.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Notifications } from '#server/modules/notifications/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import { allOf, eachOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, Failure, invalid, invalidFields, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { paragraphs } from '#server/lib/text/plain-text.ts'
import type { Reportable } from '#server/modules/people/reportable/types.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'

import { reportedPictures, type ReportDocument, reports } from './collection.ts'
import { outcomeOf } from './decision.ts'
import { openWarnings, ownReports } from './queries.ts'
import type { ReportSources } from './sources.ts'

/** Reports that the member sent. */
const ExportedReportsSchema = Type.Array(Type.Omit(OwnReportSchema, ['id']))
export type ExportedReports = Static<typeof ExportedReportsSchema>

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  operations: Operations
  people: People
  notifications: Notifications
  sources: ReportSources
}

/** Kinds that are deleted with their owner's account. The others belong to the organisation. */
const PERSONAL: ReadonlySet<ReportKind> = new Set(['profile', 'photo', 'note'])

/** Latest first. */
const inOrder = (where: { reporter: string } | { owner: string }) =>
  ({ where, orderBy: 'at', direction: 'desc' }) as const

export type ReportService = ReturnType<typeof createReportService>

/** Members' reports, and their outcomes for the people involved. */
export function createReportService({
  store,
  clock,
  newId,
  operations,
  people,
  notifications,
  sources,
}: Deps) {
  /** @throws Failure 429 at the daily limit */
  async function assertBelowLimit(tx: Transaction, reporter: string) {
    const { items } = await tx.find(reports, {
      where: { reporter },
      orderBy: 'at',
      direction: 'desc',
      limit: REPORT_LIMITS.perDay,
    })
    const first = items.at(REPORT_LIMITS.perDay - 1)
    const age = first ? clock() - Date.parse(first.at) : DAY
    if (age >= DAY) return
    throw new Failure(429, 'report_limit', m.refusedMany({ count: REPORT_LIMITS.perDay }), {
      retryAfter: DAY - age,
    })
  }

  async function storeOnce(
    tx: Transaction,
    report: ReportDocument,
    { bytes, admins }: { bytes: Buffer | undefined; admins: readonly string[] },
  ) {
    const { openKey = '', image } = report
    const [{ items }, [stored]] = await Promise.all([
      tx.find(reports, { where: { openKey }, limit: 1 }),
      image ? tx.getMany(reportedPictures, [image]) : [undefined],
    ])
    const [open] = items
    if (open) {
      // A request that was repeated because its response was lost.
      if (open.reason === report.reason && open.text === report.text) return open
      throw conflict('already_reported', m.refusedTwice())
    }
    await assertBelowLimit(tx, report.reporter ?? '')
    tx.create(reports, report)
    if (image && bytes && !stored) tx.create(reportedPictures, { id: image, bytes: bytes.toString('base64') })
    operations.outbox.notify(tx, {
      topic: 'reportReceived',
      subject: { kind: 'report', id: report.id },
      dedupeKey: report.id,
      recipients: admins.filter((id) => !report.concerned.includes(id) && id !== report.reporter),
      data: { kind: report.kind },
    })
    return report
  }

  async function forgetOwner(memberId: string) {
    for (const { id, image } of await allOf(store, reports, inOrder({ owner: memberId }))) {
      await store.transact(async (tx) => {
        const report = await tx.get(reports, id)
        if (!report || !PERSONAL.has(report.kind)) return
        const { image: _, awaits: __, ...rest } = report
        const used = image ? (await tx.find(reports, { where: { image }, limit: 2 })).items : []
        tx.put(reports, { ...rest, content: { texts: [] } })
        if (image && used.length < 2) tx.delete(reportedPictures, image)
      })
    }
  }

  async function forgetReporter(memberId: string) {
    for (const { id } of await allOf(store, reports, inOrder({ reporter: memberId }))) {
      await store.transact(async (tx) => {
        const report = await tx.get(reports, id)
        if (!report) return
        const { reporter: _, openKey: __, ...rest } = report
        tx.put(reports, rest)
      })
    }
  }

  return {
    /** @throws Failure 404 for content that the member may not see, 409 while an earlier report of it is open, 429 */
    async send(actor: Actor, { kind, id: subject, reason, text: sent }: ReportEdit): Promise<OwnReport> {
      const text = paragraphs(sent)
      if (reason === 'other' && visibleLength(text) === 0)
        throw invalidFields({ text: m.reportDetailsRule() })
      const seen = await sources[kind].seenBy(actor, subject)
      if (seen.owner === actor.id) throw invalid('own_content', m.refusedOwn())
      const report = newReport(actor, { kind, id: subject, reason, text }, seen)
      const [bytes, admins] = await Promise.all([
        report.image ? people.images.file(report.image, actor) : undefined,
        people.members.adminIds(),
      ])
      return ownView(await store.transact((tx) => storeOnce(tx, report, { bytes, admins: [...admins] })))
    },

    /** The member's own reports, latest first. */
    async list(reporter: string, cursor?: string): Promise<Page<OwnReport>> {
      const query = fingerprint('own-reports', reporter)
      const views = await store.views()
      return pageAt(cursor, query, (range) => ownReports(views, reporter, range))
    },

    /** Warnings that the member has to acknowledge. */
    warnings: async (memberId: string): Promise<Warning[]> => openWarnings(await store.views(), memberId),

    /** Idempotent. @throws Failure 404 for someone else's warning */
    async acknowledge(memberId: string, id: string): Promise<void> {
      await store.transact(async (tx) => {
        const report = await tx.get(reports, id)
        if (report?.owner !== memberId || report.decision?.kind !== 'warn') throw notFound('warning')
        if (report.awaits === undefined) return
        const { awaits: _, decision, ...rest } = report
        tx.put(reports, { ...rest, decision: { ...decision, acknowledgedAt: isoInstant(clock()) } })
      })
      await notifications.notifications.acknowledge(memberId, id)
    },

    async *exportOf(memberId: string) {
      for await (const report of eachOf(store, reports, inOrder({ reporter: memberId })))
        yield ownView(report)
    },

    /** The reports are kept, without the name of the reporter and the personal content of the reported member. */
    async forget(memberId: string): Promise<void> {
      await forgetReporter(memberId)
      await forgetOwner(memberId)
    },
  }

  function newReport(
    { id: reporter }: Actor,
    { kind, id: subject, reason, text }: ReportEdit,
    { owner, others = [], content, viewer }: Reportable,
  ): ReportDocument {
    return {
      id: newId(),
      version: 1,
      kind,
      subject,
      owner,
      concerned: [...new Set([owner, ...others])],
      audience: viewer,
      reporter,
      openKey: joinedId(reporter, kind, subject),
      reason,
      text,
      at: isoInstant(clock()),
      content,
      image: content.image || undefined,
      state: 'open',
    }
  }
}

const ownView = ({ id, kind, reason, text, at, decision }: ReportDocument): OwnReport => ({
  id,
  kind,
  reason,
  text,
  at,
  ...outcomeOf(decision),
})

export const reportsAccountData = (service: ReportService) =>
  exported(
    { name: 'reports', collections: [reports, reportedPictures], schema: ExportedReportsSchema },
    service,
  )
