import { auditEntries } from '#server/features/audit/collection.ts'
import { invitations } from '#server/features/invitations/collection.ts'
import { members } from '#server/features/members/collection.ts'
import { reports } from '#server/features/reports/collection.ts'
import type { Store } from '#server/store/port.ts'

/** Of each kind, more than a page has. */
const EACH = 30

/** Makes a member an admin who has audit entries, views, invitations and reports, their own too. @param ids of others */
export const putAdminWork = (store: Store, adminId: string, ids: readonly [string, string, ...string[]]) =>
  store.transact(async (tx) => {
    const [one, other] = ids
    const at = (number: number) => new Date(Date.now() - number * 60_000).toISOString()
    const member = await tx.get(members, adminId)
    if (member) tx.put(members, { ...member, role: 'admin', displayName: 'Anna Admin' })
    for (let number = 1; number <= EACH; number += 1) {
      const entry = { at: at(number), actor: one }
      tx.create(auditEntries, { ...entry, id: `entry-${number}`, action: 'test.one', target: one })
      tx.create(auditEntries, {
        ...entry,
        id: `view-${number}`,
        action: 'member.viewed_by_admin',
        target: adminId,
      })
      tx.put(reports, {
        id: `report-${number}`,
        version: 1,
        kind: 'profile',
        subject: other,
        owner: other,
        concerned: [other],
        reporter: number % 2 === 0 ? adminId : one,
        reason: 'spam',
        text: '',
        at: at(number),
        content: { texts: [] },
        state: 'open',
      })
      tx.put(invitations, {
        id: `invitation-${number}`,
        version: 1,
        email: `${number}@example.org`,
        state: 'open',
        linkKey: 'key',
        tokenHash: `${number}`,
        sentAt: at(number),
        sentBy: adminId,
        expiresAt: at(-1_000 - number),
        deleteAt: at(-2_000),
        profile: {},
      })
    }
  })
