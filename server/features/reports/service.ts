import type { ReportKind } from '#shared/report-rules.ts'
import { OTHER_REASON_RULE, REPORT_LIMITS } from '#shared/report-rules.ts'
import type { OwnReport, ReportEdit, Warning } from '#shared/reports.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import type { Page } from '#shared/page.ts'
import { visibleLength } from '#shared/visible-length.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { allOf, eachOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, Failure, invalid, invalidFields, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import { paragraphs } from '#server/lib/plain-text.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'

import { reportedPictures, type ReportDocument, reports } from './collection.ts'
import { outcomeOf } from './decision.ts'
import { openWarnings, ownReports } from './queries.ts'
import type { Reportable, ReportSource } from './types.ts'

export interface ReportDeps {
  store: Store
  clock: Clock
  newId: () => string
  notify: Notify
  /** Ids of all active admins. */
  adminIds: () => Promise<Iterable<string>>
  sources: Readonly<Record<ReportKind, ReportSource>>
  /** The bytes of a picture that the viewer may see. */
  picture: (imageId: string, viewer: Actor) => Promise<Buffer>
  /** Called once the member has acknowledged a warning. */
  warningAcknowledged: (memberId: string, reportId: string) => Promise<void>
}

const DAY = 24 * 60 * 60 * 1_000
/** What is deleted with its owner's account. Events and announcements belong to the organisation. */
const PERSONAL: ReadonlySet<ReportKind> = new Set(['profile', 'photo', 'note'])

/** Latest first. */
const inOrder = (where: { reporter: string } | { owner: string }) =>
  ({ where, orderBy: 'at', direction: 'desc' }) as const

export type ReportService = ReturnType<typeof createReportService>

/** What members report, and what becomes of it for those concerned. */
export function createReportService(deps: ReportDeps) {
  const { store, clock, newId, notify, adminIds, sources, picture, warningAcknowledged } = deps

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
    throw new Failure(
      429,
      'report_limit',
      `You’ve sent ${REPORT_LIMITS.perDay} reports in 24 hours. Try again later.`,
      { retryAfter: Math.ceil((DAY - age) / 1_000) },
    )
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
      throw conflict('already_reported', 'You’ve already reported this. An admin will look at it.')
    }
    await assertBelowLimit(tx, report.reporter ?? '')
    tx.create(reports, report)
    if (image && bytes && !stored) tx.create(reportedPictures, { id: image, bytes: bytes.toString('base64') })
    notify(tx, {
      topic: 'reportReceived',
      subject: { kind: 'report', id: report.id },
      occurrence: report.id,
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
    /** @throws Failure 404 for what the member may not see, 409 while an earlier report of it is open, 429 */
    async send(actor: Actor, { kind, id: subject, reason, text: sent }: ReportEdit): Promise<OwnReport> {
      const text = paragraphs(sent)
      if (reason === 'other' && visibleLength(text) === 0) throw invalidFields({ text: OTHER_REASON_RULE })
      const seen = await sources[kind].seenBy(actor, subject)
      if (seen.owner === actor.id) throw invalid('own_content', 'You can’t report your own content.')
      const report = newReport(actor, { kind, id: subject, reason, text }, seen)
      const [bytes, admins] = await Promise.all([
        report.image ? picture(report.image, actor) : undefined,
        adminIds(),
      ])
      return ownView(await store.transact((tx) => storeOnce(tx, report, { bytes, admins: [...admins] })))
    },

    /** The member's own, latest first. */
    async list(reporter: string, cursor?: string): Promise<Page<OwnReport>> {
      const query = fingerprint('own reports', reporter)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      return pageOf(ownReports(await store.views(), reporter, { after, rows: PAGE_SIZE }), PAGE_SIZE, query)
    },

    /** Those that the member has to acknowledge. */
    warnings: async (memberId: string): Promise<Warning[]> => openWarnings(await store.views(), memberId),

    /** Safe to repeat. @throws Failure 404 for a warning of someone else */
    async acknowledge(memberId: string, id: string): Promise<void> {
      await store.transact(async (tx) => {
        const report = await tx.get(reports, id)
        if (report?.owner !== memberId || report.decision?.kind !== 'warn') throw notFound('warning')
        if (report.awaits === undefined) return
        const { awaits: _, decision, ...rest } = report
        tx.put(reports, { ...rest, decision: { ...decision, acknowledgedAt: isoInstant(clock()) } })
      })
      await warningAcknowledged(memberId, id)
    },

    async *exportOf(memberId: string) {
      for await (const report of eachOf(store, reports, inOrder({ reporter: memberId })))
        yield ownView(report)
    },

    /** The reports stay, without the name of who sent them and without the personal content of who was reported. */
    async forget(memberId: string): Promise<void> {
      await forgetReporter(memberId)
      await forgetOwner(memberId)
    },
  }

  function newReport(
    { id: reporter }: Actor,
    { kind, id: subject, reason, text }: ReportEdit,
    { owner, others = [], content, audience }: Reportable,
  ): ReportDocument {
    return {
      id: newId(),
      version: 1,
      kind,
      subject,
      owner,
      concerned: [...new Set([owner, ...others])],
      ...(audience && { audience }),
      reporter,
      openKey: joinedId(reporter, kind, subject),
      reason,
      text,
      at: isoInstant(clock()),
      content,
      ...(content.image && { image: content.image }),
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
