import { setImmediate } from 'node:timers/promises'

import { PAGE_SIZE } from '#shared/constants.ts'
import type { InvitationPage, InvitationQuery } from '#shared/invitations.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { eachOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { csvRows, writeCsv } from '#server/lib/csv.ts'
import type { Store } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'

import type { InvitationEmails } from './types.ts'
import { type InvitationDocument, invitations } from './collection.ts'
import { invitationRows, waitingTotal } from './queries.ts'
import { stateOf } from './state.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  /** The link; undefined where it cannot be calculated any more. */
  urlOf: (invitation: InvitationDocument) => string | undefined
  emails: Pick<InvitationEmails, 'sendsEmail' | 'progressOf'>
}

const ROWS_AT_ONCE = 500

/** Invitations as admins list them, the latest sent first. */
export function createInvitationList({ store, clock, audit, urlOf, emails }: Deps) {
  return {
    async page({ cursor, ...filter }: InvitationQuery): Promise<InvitationPage> {
      const query = fingerprint('invitations', filter.state, filter.q?.toLowerCase())
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      const now = isoInstant(clock())
      const rows = invitationRows(await store.views(), filter, { after, rows: PAGE_SIZE, now })
      const { items, ...next } = pageOf(rows, PAGE_SIZE, query)
      const emailed = await emails.progressOf(items)
      return {
        items: items.map((item, at) => ({ ...item, ...(emailed[at] && { emailed: emailed[at] }) })),
        sendsEmail: emails.sendsEmail,
        ...next,
      }
    },

    /** Those that wait for an admin to decide whether someone with another address can join. */
    countRequests: async () => waitingTotal(await store.views(), isoInstant(clock())),

    /** The links of all open invitations, for those who send them in another way. */
    async linksCsv({ id: actor, sessionHash }: Actor): Promise<AsyncIterable<string>> {
      await audit({ action: 'invitations.links_downloaded', actor, sessionHash })
      return lines()
    },
  }

  async function* lines() {
    yield writeCsv([['Email', 'Name', 'Link', 'Expires (UTC)']])
    let rows: string[][] = []
    for await (const invitation of eachOf(store, invitations, OPEN)) {
      if (stateOf(invitation, clock()) === 'expired') break
      const url = urlOf(invitation)
      if (!url) continue
      const { email, profile, expiresAt } = invitation
      rows.push([email, profile.displayName ?? '', url, expiresAt.slice(0, 16).replace('T', ' ')])
      if (rows.length < ROWS_AT_ONCE) continue
      yield csvRows(rows)
      rows = []
      await setImmediate()
    }
    yield csvRows(rows)
  }
}

/** The latest sent first. */
const OPEN = { where: { state: 'open' }, orderBy: 'expiresAt', direction: 'desc' } as const
