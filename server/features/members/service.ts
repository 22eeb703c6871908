import { isDeepStrictEqual } from 'node:util'

import { PAGE_SIZE } from '#shared/constants.ts'
import type { Ask, OwnProfile, ProfileEdit } from '#shared/members.ts'
import { ASK_LIFETIME, DEFAULT_VISIBILITY } from '#shared/profile.ts'
import type { Actor } from '#server/lib/actor.ts'
import type { RecordAudit } from '#server/lib/audit.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalid, notFound, stale } from '#server/lib/failure.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import { visibleCard, visibleProfile } from './visibility.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  audit: RecordAudit
  adminEmails: ReadonlySet<string>
  /** Called after a role, status or onboarding changed, so that nothing remembered outlives it. */
  standingChanged: (id: string) => void
}

export type MemberService = ReturnType<typeof createMemberService>

export function createMemberService({ store, clock, newId, audit, adminEmails, standingChanged }: Deps) {
  return {
    /**
     * The standing of someone whose address is verified. The first call makes them a member. Addresses named in
     * the configuration are admins whatever was stored.
     */
    async admit(user: { uid: string; email: string }) {
      const email = user.email.toLowerCase()
      const named = adminEmails.has(email)
      const isCurrent = (member: MemberDocument) =>
        member.email === email && (!named || member.role === 'admin')

      const known = await store.get(members, user.uid)
      if (known && isCurrent(known)) return standing(known)
      return store.transact(async (tx) => {
        // Someone else's first call may have come between.
        const stored = await tx.get(members, user.uid)
        if (stored && isCurrent(stored)) return standing(stored)
        const before = stored ?? newcomer(user.uid, isoInstant(clock()))
        const role = named ? 'admin' : before.role
        const member = { ...before, email, role, version: before.version + 1 }
        tx.put(members, member)
        const action = stored ? 'member.updated_at_sign_in' : 'member.joined'
        await audit({ action, actor: user.uid, target: user.uid, after: { role } }, tx)
        return standing(member)
      })
    },

    ownProfile: async ({ id }: Actor): Promise<OwnProfile> => loadOwn(store, id),

    /** Replaces the whole profile, if `version` is still the latest. */
    edit: async ({ id }: Actor, version: number, edit: ProfileEdit): Promise<OwnProfile> => {
      const fields = faultsOf(edit)
      if (fields) throw invalid('invalid_input', 'Some fields need another look.', { fields })
      return store.transact(async (tx) => {
        const before = await loadOwn(tx, id)
        // Sent again because the answer was lost: what it asked for is what is there.
        if (before.version === version + 1 && holds(before, edit)) return before
        if (before.version !== version) throw stale('profile')
        const now = clock()
        const asked = (texts: readonly string[], old: readonly Ask[]) => renewed(texts, old, now, newId)
        const member: MemberDocument = {
          ...before,
          ...edit,
          displayName: edit.displayName.trim(),
          asks: asked(edit.asks, before.asks),
          offers: asked(edit.offers, before.offers),
          version: version + 1,
        }
        tx.put(members, member)
        return member
      })
    },

    /** Finishing twice succeeds, and the first time counts. */
    async finishOnboarding({ id }: Actor): Promise<void> {
      await store.transact(async (tx) => {
        const member = await loadOwn(tx, id)
        if (member.onboardedAt) return
        tx.put(members, { ...member, onboardedAt: isoInstant(clock()), version: member.version + 1 })
      })
      standingChanged(id)
    },

    async profile(viewer: Actor, id: string) {
      const member = await store.get(members, id)
      if (!member || (member.status !== 'active' && id !== viewer.id)) throw notFound('member')
      return visibleProfile(member, id === viewer.id ? 'owner' : 'member', clock())
    },

    /** In the order of `ids`; those who are gone are left out. */
    async cards(ids: readonly string[]) {
      const found = await store.getMany(members, ids)
      return found.flatMap((member) => (member ? [visibleCard(member, 'member', clock())] : []))
    },

    /** What to call each of them, for admins: those who have not said their name yet, by their address. */
    async namesOf(ids: readonly string[]) {
      const found = await store.getMany(members, ids)
      return new Map(
        found.flatMap((member) => (member ? [[member.id, member.displayName || member.email] as const] : [])),
      )
    },

    /** Everyone, newest first, for admins. */
    records: (cursor?: string) =>
      store.find(members, {
        orderBy: 'joinedAt',
        direction: 'desc',
        limit: PAGE_SIZE,
        ...(cursor && { cursor }),
      }),
  }
}

const loadOwn = async (tx: Pick<Transaction, 'get'>, id: string) => {
  const member = await tx.get(members, id)
  if (!member) throw notFound('member')
  return member
}

const standing = ({ role, status, onboardedAt }: MemberDocument) => ({
  role,
  status,
  onboarded: onboardedAt !== undefined,
})

const newcomer = (id: string, joinedAt: string): MemberDocument => ({
  id,
  version: 0,
  email: '',
  role: 'member',
  status: 'active',
  joinedAt,
  displayName: '',
  headline: '',
  company: '',
  industry: '',
  address: {},
  bio: '',
  goals: '',
  asks: [],
  offers: [],
  keywords: [],
  links: [],
  phone: '',
  timeZone: 'UTC',
  visibility: DEFAULT_VISIBILITY,
  directoryHidden: false,
})

/** Whether the member's profile is what the edit would make it. */
const holds = ({ asks, offers, ...member }: MemberDocument, edit: ProfileEdit) =>
  isDeepStrictEqual(
    { ...member, asks: asks.map(({ text }) => text), offers: offers.map(({ text }) => text) },
    { ...member, ...edit, displayName: edit.displayName.trim() },
  )

/** A text that stays keeps its id and its end; a new or expired one starts anew. */
function renewed(texts: readonly string[], old: readonly Ask[], now: number, newId: () => string): Ask[] {
  return texts.map((text) => {
    const kept = old.find((ask) => ask.text === text && Date.parse(ask.expiresAt) > now)
    return kept ?? { id: newId(), text, expiresAt: isoInstant(now + ASK_LIFETIME) }
  })
}

/** What the schema cannot say. */
function faultsOf({ timeZone, displayName }: ProfileEdit) {
  if (displayName.trim().length < 2) return { displayName: 'Please use at least 2 characters.' }
  if (!isTimeZone(timeZone)) return { timeZone: 'Please choose a time zone from the list.' }
  return undefined
}

function isTimeZone(value: string) {
  try {
    // Offsets like "+01:00" are accepted by Intl, but are no time zones.
    return /^[A-Za-z]/.test(value) && Boolean(new Intl.DateTimeFormat('en', { timeZone: value }))
  } catch {
    return false
  }
}
