import { isDeepStrictEqual } from 'node:util'

import type { Ask, OwnProfile, ProfileEdit } from '#shared/members.ts'
import { ASK_LIFETIME } from '#shared/profile.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalidFields, notFound, stale } from '#server/lib/failure.ts'
import type { Transaction } from '#server/store/port.ts'

import type { MemberDocument } from './collection.ts'
import { validate, normalise } from './validation.ts'
import type { WriteUndeleted } from './writer.ts'

/** Takes a picture into use in place of another; either may be empty. */
export type UseImage = (tx: Transaction, user: `member:${string}`, id: string, oldId: string) => Promise<void>

interface Deps {
  clock: Clock
  newId: () => string
  writeUndeleted: WriteUndeleted
  useImage: UseImage
  /** Called after a role, status or onboarding changed, so that nothing remembered outlives it. */
  accountChanged: (id: string) => void
}

/** What members change of their own profile. */
export function createEditing({ clock, newId, writeUndeleted, useImage, accountChanged }: Deps) {
  const begun = (text: string): Ask => ({
    id: newId(),
    text,
    expiresAt: isoInstant(clock() + ASK_LIFETIME),
  })
  /** A text that stays keeps its id and its end, even a past one: who edits something else renews nothing. */
  const kept = (texts: readonly string[], old: readonly Ask[]) =>
    texts.map((text) => old.find((ask) => ask.text === text) ?? begun(text))

  return {
    /** Replaces the whole profile, if `version` is still the latest. */
    async edit({ id }: Actor, version: number, sent: ProfileEdit): Promise<OwnProfile> {
      const edit = normalise(sent)
      const fields = validate(edit)
      if (fields) throw invalidFields(fields)
      return writeUndeleted(id, async (before, tx) => {
        // Sent again because the answer was lost: what it asked for is what is there.
        if (before.version === version + 1 && holds(before, edit)) return before
        if (before.version !== version) throw stale('profile', 'You')
        await useImage(tx, `member:${id}`, edit.photo, before.photo)
        return {
          ...before,
          ...edit,
          asks: kept(edit.asks, before.asks),
          offers: kept(edit.offers, before.offers),
        }
      })
    },

    /** An ask or an offer runs its whole time again from now on, whether it has expired or not. */
    renewAsk: async ({ id }: Actor, askId: string): Promise<OwnProfile> =>
      writeUndeleted(id, (member) => {
        const expiresAt = isoInstant(clock() + ASK_LIFETIME)
        const renewed = (asks: readonly Ask[]) =>
          asks.map((ask) => (ask.id === askId ? { ...ask, expiresAt } : ask))
        const after = { ...member, asks: renewed(member.asks), offers: renewed(member.offers) }
        if (![...member.asks, ...member.offers].some((ask) => ask.id === askId)) throw notFound('ask')
        return isDeepStrictEqual(after, member) ? member : after
      }),

    /** Finishing twice succeeds, and the first time counts. */
    async finishOnboarding({ id }: Actor): Promise<void> {
      await writeUndeleted(id, (member) =>
        member.onboardedAt ? member : { ...member, onboardedAt: isoInstant(clock()) },
      )
      accountChanged(id)
    },
  }
}

/** Whether the member's profile is what the edit would make it. */
const holds = ({ asks, offers, ...member }: MemberDocument, edit: ProfileEdit) =>
  isDeepStrictEqual(
    { ...member, asks: asks.map(({ text }) => text), offers: offers.map(({ text }) => text) },
    { ...member, ...edit },
  )
