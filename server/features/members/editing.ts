import { isDeepStrictEqual } from 'node:util'

import type { Ask, OwnProfile, ProfileEdit } from '#shared/members.ts'
import { ASK_LIFETIME, NAME_RULE } from '#shared/profile.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalidFields, notFound, stale } from '#server/lib/failure.ts'
import type { Transaction } from '#server/store/port.ts'

import type { MemberDocument } from './collection.ts'
import { validate, normalise } from './validation.ts'
import type { MemberWriter } from './writer.ts'

/** Marks an image that the member uploaded as used in place of another. Either id may be empty. */
export type UseImage = (
  tx: Transaction,
  user: `member:${string}`,
  image: { id: string; oldId: string; by: string },
) => Promise<void>

interface Deps {
  clock: Clock
  newId: () => string
  writeUnlessDeleted: MemberWriter['writeUnlessDeleted']
  useImage: UseImage
  /** Those that members can choose now. */
  industries: () => Promise<ReadonlySet<string>>
  /** Called in the transaction of an edit. */
  timeZoneChanged: (tx: Transaction, id: string, timeZone: string) => Promise<void>
  /** Called after a change of role, status or onboarding, to drop cached account records. */
  accountChanged: (id: string) => void
}

/** Edits of members to their own profile. */
export function createEditing({
  clock,
  newId,
  writeUnlessDeleted,
  useImage,
  industries,
  timeZoneChanged,
  accountChanged,
}: Deps) {
  const newAsk = (text: string): Ask => ({
    id: newId(),
    text,
    expiresAt: isoInstant(clock() + ASK_LIFETIME),
  })
  /** An unchanged text keeps its id and its expiry, even a past one: an edit does not renew it. */
  const mergeAsks = (texts: readonly string[], old: readonly Ask[]) =>
    texts.map((text) => old.find((ask) => ask.text === text) ?? newAsk(text))

  return {
    /** Replaces the whole profile, if `version` is still the latest. */
    async edit({ id }: Actor, version: number, sent: ProfileEdit): Promise<OwnProfile> {
      const edit = normalise(sent)
      const fields = validate(edit)
      if (fields) throw invalidFields(fields)
      const known = await industries()
      return writeUnlessDeleted(id, async (before, tx) => {
        // A retry after a lost response: the edit is already saved.
        if (before.version === version + 1 && isSaved(before, edit)) return before
        if (before.version !== version) throw stale('profile', 'You')
        // One that was chosen before can stay until the members of it are moved.
        if (edit.industry && edit.industry !== before.industry && !known.has(edit.industry))
          throw invalidFields({ industry: 'Choose an industry from the list.' })
        await useImage(tx, `member:${id}`, { id: edit.photo, oldId: before.photo, by: id })
        if (edit.timeZone !== before.timeZone) await timeZoneChanged(tx, id, edit.timeZone)
        return {
          ...before,
          ...edit,
          asks: mergeAsks(edit.asks, before.asks),
          offers: mergeAsks(edit.offers, before.offers),
        }
      })
    },

    /** Restarts the lifetime of an ask or an offer, expired or not. */
    renewAsk: async ({ id }: Actor, askId: string): Promise<OwnProfile> =>
      writeUnlessDeleted(id, (member) => {
        const expiresAt = isoInstant(clock() + ASK_LIFETIME)
        const renewed = (asks: readonly Ask[]) =>
          asks.map((ask) => (ask.id === askId ? { ...ask, expiresAt } : ask))
        const after = { ...member, asks: renewed(member.asks), offers: renewed(member.offers) }
        if (![...member.asks, ...member.offers].some((ask) => ask.id === askId)) throw notFound('ask')
        return isDeepStrictEqual(after, member) ? member : after
      }),

    /** Safe to repeat: the first time is stored. @throws Failure 400 without a name, which the directory sorts by */
    async finishOnboarding({ id }: Actor): Promise<void> {
      await writeUnlessDeleted(id, (member) => {
        if (member.onboardedAt) return member
        if (!member.displayName) throw invalidFields({ displayName: NAME_RULE })
        return { ...member, onboardedAt: isoInstant(clock()) }
      })
      accountChanged(id)
    },
  }
}

/** Whether the profile already is what the edit would make it. */
const isSaved = ({ asks, offers, ...member }: MemberDocument, edit: ProfileEdit) =>
  isDeepStrictEqual(
    { ...member, asks: asks.map(({ text }) => text), offers: offers.map(({ text }) => text) },
    { ...member, ...edit },
  )
