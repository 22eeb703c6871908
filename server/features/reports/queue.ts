import { DECISION_NOTE_RULE, REPORT_LIMITS } from '#shared/report-rules.ts'
import type { ReportDecisionEdit, ReportDetails, ReportRow } from '#shared/reports.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import type { Page } from '#shared/page.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import { visibleLength } from '#shared/visible-length.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, notFound, stale } from '#server/lib/failure.ts'
import { paragraphs } from '#server/lib/plain-text.ts'
import type { Transaction } from '#server/store/port.ts'

import { reportedPictures, type ReportDocument, reports } from './collection.ts'
import { assertNotConcerned, AUDITED, happeningsOf, notAbout, undecided } from './decision.ts'
import type { ReportDeps } from './service.ts'

export interface QueueDeps extends Pick<ReportDeps, 'store' | 'clock' | 'notify' | 'sources'> {
  audit: RecordAudit
  /** Names by member id; former members have none. */
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
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
  const { store, clock, notify, sources, audit, namesOf, recordView, suspend } = deps

  async function rowsOf(found: readonly ReportDocument[]): Promise<ReportRow[]> {
    const ids = found.flatMap(({ owner, reporter, decision }) =>
      [owner, reporter ?? [], decision?.by ?? []].flat(),
    )
    const names = await namesOf([...new Set(ids)])
    const person = (id: string) => ({ id, displayName: names.get(id) ?? FORMER_MEMBER })
    return found.map(({ id, version, kind, reason, text, at, owner, reporter, decision }) => ({
      id,
      version,
      kind,
      reason,
      text,
      at,
      owner: person(owner),
      ...(reporter !== undefined && { reporter: person(reporter) }),
      ...(decision && { decision: { ...decision, by: person(decision.by) } }),
    }))
  }

  async function load(actor: Actor, id: string) {
    const report = await store.get(reports, id)
    return assertNotConcerned(actor, report)
  }

  const latest = async (actor: Actor, where: { owner: string } | { reporter: string }, except: string) => {
    const { items } = await store.find(reports, {
      where,
      orderBy: 'at',
      direction: 'desc',
      limit: HISTORY + 1,
    })
    return items.filter((report) => report.id !== except && notAbout(actor)(report)).slice(0, HISTORY)
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
      const { items, next } = await store.find(reports, {
        where: { state },
        orderBy: 'at',
        direction: state === 'open' ? 'asc' : 'desc',
        limit: PAGE_SIZE,
        ...(cursor !== undefined && { cursor }),
      })
      return { items: await rowsOf(items.filter(notAbout(actor))), ...(next && { next }) }
    },

    /** Those that wait for the admin. */
    async countOpen({ id }: Pick<Actor, 'id'>): Promise<number> {
      const [all, own] = await Promise.all([
        store.count(reports, { where: { state: 'open' }, orderBy: 'at' }),
        store.count(reports, { where: { state: 'open' }, contains: { field: 'concerned', value: id } }),
      ])
      return all - own
    },

    /** That an admin saw it is audited, and in the reported member's own data. */
    async details(actor: Actor, id: string): Promise<ReportDetails> {
      const report = await load(actor, id)
      const { kind, subject, audience, content, owner, reporter } = report
      const [now, aboutOwner, byReporter] = await Promise.all([
        sources[kind].current(subject, audience),
        latest(actor, { owner }, id),
        reporter === undefined ? [] : latest(actor, { reporter }, id),
      ])
      await recordView(actor, owner)
      const rows = await rowsOf([report, ...aboutOwner, ...byReporter])
      return {
        ...rows[0]!,
        subject,
        was: content,
        ...(now && { now: now.content }),
        ...(now?.hidden && { hidden: now.hidden }),
        aboutOwner: rows.slice(1, 1 + aboutOwner.length),
        byReporter: rows.slice(1 + aboutOwner.length),
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
