import { setImmediate } from 'node:timers/promises'

import { PAGE_SIZE } from '#shared/constants.ts'
import type { InvitationFilter, InvitationPage, InvitationQuery } from '#shared/invitations.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { eachOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { csvRows, writeCsv } from '#server/lib/csv.ts'
import type { Store } from '#server/store/port.ts'

import type { InvitationEmails } from './types.ts'
import { type InvitationDocument, invitations } from './collection.ts'
import { stateOf, viewOf } from './state.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  /** The link; undefined where it cannot be calculated any more. */
  urlOf: (invitation: InvitationDocument) => string | undefined
  emails: Pick<InvitationEmails, 'sendsEmail' | 'progressOf'>
  /** The names of those of the ids that are members'. */
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

const ROWS_AT_ONCE = 500

/** Invitations as admins list them, the latest sent first. */
export function createInvitationList({ store, clock, audit, urlOf, emails, namesOf }: Deps) {
  const hasExpired = (invitation: InvitationDocument) => stateOf(invitation, clock()) === 'expired'

  return {
    async page({ cursor, ...filter }: InvitationQuery): Promise<InvitationPage> {
      const query = { ...queryOf(filter), limit: PAGE_SIZE, ...(cursor && { cursor }) }
      const found = await store.find(invitations, query)
      // The time is no part of the query, or the next page would be one of another query.
      const end = found.items.findIndex((item) => isPast(filter, hasExpired(item)))
      const items = end < 0 ? found.items : found.items.slice(0, end)
      const next = end < 0 ? found.next : undefined
      const [names, emailed] = await Promise.all([
        namesOf([...new Set(items.map(({ sentBy }) => sentBy))]),
        emails.progressOf(items),
      ])
      const views = items.map((item, at) => ({
        ...viewOf(item, clock()),
        ...(emailed[at] && { emailed: emailed[at] }),
        sentByName: names.get(item.sentBy) ?? FORMER_MEMBER,
      }))
      return { items: views, sendsEmail: emails.sendsEmail, ...(next && { next }) }
    },

    /** Those that wait for an admin to decide whether someone with another address can join. */
    countRequests: (): Promise<number> =>
      store.count(invitations, {
        where: { state: 'open', 'request.consent': 'waiting' },
        orderBy: 'expiresAt',
        range: { gt: isoInstant(clock()) },
      }),

    /** The links of all open invitations, for those who send them in another way. */
    async linksCsv({ id: actor, sessionHash }: Actor): Promise<AsyncIterable<string>> {
      await audit({ action: 'invitations.links_downloaded', actor, sessionHash })
      return lines()
    },
  }

  async function* lines() {
    yield writeCsv([['Email', 'Name', 'Link', 'Expires (UTC)']])
    let rows: string[][] = []
    for await (const invitation of eachOf(store, invitations, queryOf({ state: 'open' }))) {
      if (hasExpired(invitation)) break
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

/** The latest sent first, or the first that expired. */
function queryOf({ state, q }: InvitationFilter) {
  if (q) return { orderBy: 'email', range: { gte: q.toLowerCase(), lt: `${q.toLowerCase()}\u{10FFFF}` } }
  const latest = { orderBy: 'expiresAt', direction: 'desc' as const }
  if (state === 'expired') return { orderBy: 'expiresAt', where: { state: 'open' } }
  if (state === 'consent') return { ...latest, where: { state: 'open', 'request.consent': 'waiting' } }
  return { ...latest, ...(state && { where: { state } }) }
}

/** Whether an invitation is where, in its order, the filter's end. */
const isPast = ({ state, q }: InvitationFilter, hasExpired: boolean) => {
  if (q) return false
  if (state === 'expired') return !hasExpired
  return (state === 'open' || state === 'consent') && hasExpired
}
