import { randomUUID } from 'node:crypto'

import { RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import { REPORT_DECISIONS, type ReportDecision } from '#shared/moderation/report-rules.ts'
import { type EntryDocument, prestigeEntries } from '#server/modules/prestige/collection.ts'
import { type ReportDocument, reports } from '#server/modules/moderation/reports/collection.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'

import { adminCases, type CommandCase, ifMatch } from './command.ts'
import type { PermissionsFixture } from './fixture.ts'
import { putTarget } from './membership-commands.ts'

/** A report about a member. */
async function putReport(fixture: PermissionsFixture, more: (adminId: string) => Partial<ReportDocument>) {
  const owner = await putTarget(fixture, { outcome: 'active', role: 'member', status: 'active' })
  const report: ReportDocument = {
    id: randomUUID(),
    version: 1,
    kind: 'profile',
    subject: owner,
    owner,
    concerned: [owner],
    reporter: fixture.ada.uid,
    reason: 'spam',
    text: '',
    at: inHours(-1),
    content: { texts: [] },
    state: 'open',
    ...more(fixture.admin.uid),
  }
  await fixture.store.transact(async (tx) => tx.put(reports, report))
  return `/api/admin/reports/${report.id}`
}

const NOTE = 'Against our rules'
const decided = (kind: ReportDecision, by: string) =>
  ({ state: 'decided', decision: { kind, note: NOTE, by, at: inHours(-1) } }) as const
const aboutOneself = (adminId: string) => ({ concerned: [adminId] })

const decisions = REPORT_DECISIONS.flatMap((kind) => {
  const deciding =
    (more: (adminId: string) => Partial<ReportDocument>): CommandCase['prepare'] =>
    async (fixture) => ({
      url: `${await putReport(fixture, more)}/decision`,
      body: { kind, note: NOTE },
      headers: ifMatch(1),
    })
  return adminCases('POST /api/admin/reports/{reportId}/decision', {
    [`${kind}, open`]: { prepare: deciding(() => ({})), outcome: '204' },
    [`${kind}, decided so`]: { prepare: deciding((by) => decided(kind, by)), outcome: '204' },
    [`${kind}, decided by another`]: {
      prepare: deciding(() => decided(kind, 'another')),
      outcome: '409 report_decided',
    },
    [`${kind}, about oneself`]: { prepare: deciding(aboutOneself), outcome: '403 own_report' },
  })
})

const restoring =
  (more: (adminId: string) => Partial<ReportDocument>): CommandCase['prepare'] =>
  async (fixture) => ({ url: `${await putReport(fixture, more)}/restoration`, headers: ifMatch(1) })
const restorations = adminCases('POST /api/admin/reports/{reportId}/restoration', {
  open: { prepare: restoring(() => ({})), outcome: '409 not_hidden' },
  dismissed: { prepare: restoring((by) => decided('dismiss', by)), outcome: '409 not_hidden' },
  hidden: { prepare: restoring((by) => decided('hide', by)), outcome: '204' },
  'about oneself': {
    prepare: restoring((by) => ({ ...decided('hide', 'another'), ...aboutOneself(by) })),
    outcome: '403 own_report',
  },
})

const dispute = (by: string): Pick<EntryDocument, 'disputes' | 'disputedAt'> => ({
  disputes: [{ by, reason: 'That was not us.', at: inHours(-1) }],
  disputedAt: inHours(-1),
})
const decidedDispute = (by: string): Pick<EntryDocument, 'disputes'> => ({
  disputes: [
    {
      by: 'someone',
      reason: 'That was not us.',
      at: inHours(-2),
      decision: { outcome: 'voided', by, reason: 'No', at: inHours(-1) },
    },
  ],
})
const decidingAbout =
  (more: (adminId: string) => Partial<EntryDocument>): CommandCase['prepare'] =>
  async ({ store, ada, grace, admin }) => {
    const id = randomUUID()
    const entry: EntryDocument = {
      id,
      member: ada.uid,
      kind: 'thanks',
      source: `meeting:${id}`,
      subject: 'Printers',
      points: 3,
      ruleSet: 1,
      confirmedBy: [grace.uid],
      at: inHours(-5),
      expiresAt: inHours(5),
      ...more(admin.uid),
    }
    await store.transact(async (tx) => tx.put(prestigeEntries, entry))
    return {
      url: `/api/admin/prestige/entries/${id}/decision`,
      body: { outcome: 'upheld', reason: 'Both were there.' },
    }
  }

const prestige = [
  ...adminCases('POST /api/admin/prestige/entries/{entryId}/decision', {
    disputed: { prepare: decidingAbout(() => dispute('someone')), outcome: '204' },
    'not disputed': { prepare: decidingAbout(() => ({})), outcome: '404 dispute_not_found' },
    'decided otherwise': {
      prepare: decidingAbout(() => decidedDispute('another')),
      outcome: '409 dispute_decided',
    },
    'about oneself': {
      prepare: decidingAbout((member) => ({ member, ...dispute('someone') })),
      outcome: '403 own_entry',
    },
  }),
  ...adminCases('POST /api/admin/prestige/dry-run', {
    'the rules in force': {
      async prepare() {
        const { weeklyCap, samePairShares, samePairDays, graceDays, tiers } = RULES_IN_FORCE
        const needs = tiers.map(({ points, people }) => ({ points, people }))
        const rules = { weeklyCap, samePairShares, samePairDays, graceDays, tiers: needs }
        return { url: '/api/admin/prestige/dry-run', body: { rules } }
      },
      outcome: '200',
    },
  }),
]

/** Reports of content, and disputes about prestige. */
export const moderationCommands: CommandCase[] = [...decisions, ...restorations, ...prestige]
