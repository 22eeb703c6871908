import { setImmediate as nextTurn } from 'node:timers/promises'

import * as m from '#shared/accounts/messages.ts'
import type { InvitationPage, InvitationQuery } from '#shared/accounts/invitations.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import { eachOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { type Column, csvHeader, csvLines } from '#server/lib/text/csv.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'

import { type InvitationDocument, invitations } from './collection.ts'
import { invitationRows, waitingTotal } from './queries.ts'
import { stateOf } from './state.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: Operations['audit']
  /** The link; undefined if it can no longer be calculated. */
  urlOf: (invitation: InvitationDocument) => string | undefined
  sendsEmail: boolean
}

const ROW_BATCH = 500

type InvitationWithLink = InvitationDocument & { url: string }

const linkColumns = (): Column<InvitationWithLink>[] => [
  [m.signInEmail(), ({ email }) => email],
  [m.yourNameLabel(), ({ profile }) => profile.displayName],
  [m.csvLink(), ({ url }) => url],
  [m.csvExpires(), ({ expiresAt }) => expiresAt.slice(0, 16).replace('T', ' ')],
]

/** Invitations in the admins' list, the latest sent first. */
export function createInvitationList({ store, clock, audit, urlOf, sendsEmail }: Deps) {
  return {
    async page({ cursor, ...filter }: InvitationQuery): Promise<InvitationPage> {
      const query = fingerprint('invitations', filter.state, filter.q?.toLowerCase())
      const now = isoInstant(clock())
      const views = await store.views()
      const page = pageAt(cursor, query, (range) => invitationRows(views, filter, { ...range, now }))
      return { ...page, sendsEmail }
    },

    /** Number of requests to join with another address that an admin has to decide. */
    countRequests: async () => waitingTotal(await store.views(), isoInstant(clock())),

    /** The links of all open invitations, for admins who send them in another way. */
    async linksCsv({ id: actor, sessionHash }: Actor): Promise<AsyncIterable<string>> {
      await audit.record({ action: 'invitations.links_downloaded', actor, sessionHash })
      return lines()
    },
  }

  async function* lines() {
    const columns = linkColumns()
    yield csvHeader(columns)
    let rows: InvitationWithLink[] = []
    for await (const invitation of eachOf(store, invitations, OPEN)) {
      if (stateOf(invitation, clock()) === 'expired') break
      const url = urlOf(invitation)
      if (!url) continue
      rows.push({ ...invitation, url })
      if (rows.length < ROW_BATCH) continue
      yield csvLines(columns, rows)
      rows = []
      await nextTurn()
    }
    yield csvLines(columns, rows)
  }
}

/** The latest sent first. */
const OPEN = { where: { state: 'open' }, orderBy: 'expiresAt', direction: 'desc' } as const
