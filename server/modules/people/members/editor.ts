import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/people/messages.ts'
import type { Ask, OwnProfile, ProfileEdit } from '#shared/people/members.ts'
import { ASK_LIFETIME, nameRule } from '#shared/people/profile.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalidFields, notFound, stale } from '#server/lib/failure.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { ImageService } from '#server/modules/people/images/service.ts'

import type { MemberDocument } from './collection.ts'
import type { MemberEvents } from './events.ts'
import { validate, normalise } from './validation.ts'
import type { MemberWriter } from './writer.ts'

interface Deps {
  clock: Clock
  newId: () => string
  writer: MemberWriter
  images: ImageService
  community: Community
  events: MemberEvents
}

export type ProfileEditor = ReturnType<typeof createProfileEditor>

/** Members' edits of their own profile. */
export function createProfileEditor({ clock, newId, writer, images, community, events }: Deps) {
  const { writeUnlessDeleted } = writer
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
      const known = await community.settings.industries()
      return writeUnlessDeleted(id, async (before, tx) => {
        // A retry after a lost response: the edit is already saved.
        if (before.version === version + 1 && isSaved(before, edit)) return before
        if (before.version !== version) throw stale('profile', 'own')
        // An industry that was chosen before can stay until its members are moved.
        if (edit.industry && edit.industry !== before.industry && !known.has(edit.industry))
          throw invalidFields({ industry: m.industryRule() })
        await images.use(tx, `member:${id}`, { id: edit.photo, oldId: before.photo, by: id })
        if (edit.timeZone !== before.timeZone) await events.timeZoneChanged.emit(tx, id, edit.timeZone)
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

    /** Idempotent: the first time is stored. @throws Failure 400 without a name, which the directory sorts by */
    async finishOnboarding({ id }: Actor): Promise<OwnProfile> {
      const finished = await writeUnlessDeleted(id, (member) => {
        if (member.onboardedAt) return member
        if (!member.displayName) throw invalidFields({ displayName: nameRule() })
        return { ...member, onboardedAt: isoInstant(clock()) }
      })
      await events.accountChanged.emit(id)
      return finished
    },

    /** Idempotent. */
    async dismissFirstSteps({ id }: Actor): Promise<void> {
      await writeUnlessDeleted(id, (member) =>
        member.firstStepsDismissedAt ? member : { ...member, firstStepsDismissedAt: isoInstant(clock()) },
      )
    },
  }
}

/** Whether the profile already equals the result of the edit. */
const isSaved = ({ asks, offers, ...member }: MemberDocument, edit: ProfileEdit) =>
  isDeepStrictEqual(
    { ...member, asks: asks.map(({ text }) => text), offers: offers.map(({ text }) => text) },
    { ...member, ...edit },
  )
