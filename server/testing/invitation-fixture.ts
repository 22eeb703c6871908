import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll } from 'vitest'

import type { AuditPage } from '#shared/admin.ts'
import type { ImportOutcome } from '#shared/invitation-rules.ts'
import type { ImportAnswer, ImportRow, ListedInvitation } from '#shared/invitations.ts'
import type { MemberStatus } from '#shared/profile.ts'
import { invitations } from '#server/features/invitations/collection.ts'
import { invitationId } from '#server/features/invitations/tokens.ts'
import { members } from '#server/features/members/collection.ts'

import { startTestApp, type TestApp } from './app.ts'

export type Person = Awaited<ReturnType<TestApp['member']>>
export const INVITATIONS = '/api/admin/invitations'

export const newAddress = () => `${randomUUID()}@guildhall.test`

export const newRows = (count: number): ImportRow[] =>
  Array.from({ length: count }, (_, at) => ({ email: newAddress(), displayName: `Person ${at}` }))

/** The application with an admin who invites people, for a file of tests. */
export function invitationFixture() {
  let started: TestApp
  let admin: Person
  beforeAll(async () => {
    // Files of tests may share this module, and all of them share the accounts.
    const email = newAddress()
    started = await startTestApp({ liftRateLimits: true, env: { ADMIN_EMAILS: email } })
    admin = await started.member({ email })
  })
  afterAll(() => started.close())

  const importRows = (rows: readonly ImportRow[], { preview = false } = {}) =>
    admin.call('POST', `${INVITATIONS}/import`, { body: { rows, preview } })
  const stored = async (email: string) => (await started.store.get(invitations, invitationId(email)))!
  async function linkOf(email: string) {
    const answer = await admin.call('POST', `${INVITATIONS}/${invitationId(email)}/link`)
    return answer.json<{ url: string }>().url
  }

  return {
    app: () => started,
    admin: () => admin,
    importRows,
    stored,
    linkOf,
    tokenOf: async (email: string) => (await linkOf(email)).split('=')[1] ?? '',
    open: async (token: string) =>
      (await started.visitor('POST', '/api/invitations/opened', { body: { token } })).json<object>(),

    outcomes: async (rows: readonly ImportRow[], preview = false): Promise<ImportOutcome[]> =>
      (await importRows(rows, { preview })).json<ImportAnswer>().items.map(({ outcome }) => outcome),

    list: async (query: string) =>
      (await admin.call('GET', `${INVITATIONS}?${query}`)).json<{
        items: ListedInvitation[]
        next?: string
      }>(),

    audited: async () => (await admin.call('GET', '/api/admin/audit')).json<AuditPage>().items,

    async act(email: string, name: string, { version, body }: { version?: number; body?: object } = {}) {
      const latest = await stored(email)
      return admin.call('POST', `${INVITATIONS}/${latest.id}/${name}`, {
        ...(body && { body }),
        headers: { 'if-match': `"${version ?? latest.version}"` },
      })
    },

    async invite(row: Partial<ImportRow> = {}) {
      const email = newAddress()
      await importRows([{ email, ...row }])
      return email
    },

    /** As if it had been sent earlier: sessions do not live as long as invitations. */
    age: (email: string, milliseconds: number) =>
      started.store.transact(async (tx) => {
        const invitation = (await tx.get(invitations, invitationId(email)))!
        const earlier = (at: string) => new Date(Date.parse(at) - milliseconds).toISOString()
        const { sentAt, expiresAt, deleteAt } = invitation
        tx.put(invitations, {
          ...invitation,
          sentAt: earlier(sentAt),
          expiresAt: earlier(expiresAt),
          deleteAt: earlier(deleteAt),
        })
      }),

    /** As if an admin or a policy had decided so. */
    async withStatus(person: Person, status: MemberStatus) {
      await started.store.transact(async (tx) => {
        const member = await tx.get(members, person.uid)
        if (member) tx.put(members, { ...member, status, version: member.version + 1 })
      })
      started.services.sessions.evict(person.uid)
      return person
    },
  }
}
