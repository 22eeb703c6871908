import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'

import * as m from '#shared/accounts/messages.ts'
import type { LanguageChoice } from '#shared/accounts/language.ts'
import type { SessionUser } from '#shared/accounts/sessions.ts'
import { DAY, SECOND } from '#shared/lib/durations.ts'
import { language } from '#shared/lib/language/current.ts'
import type { Language } from '#shared/lib/language/languages.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import { invalidFields } from '#server/lib/failure.ts'
import { chosenLanguage, languageCookie } from '#server/lib/language.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Store } from '#server/store/port.ts'

import { memberLanguages } from './collection.ts'

/** The member's choice, and the language of their last sign-in. */
const ExportedLanguageSchema = Type.Object({
  chosen: Type.Optional(Type.String()),
  signedInWith: Type.Optional(Type.String()),
})

interface Deps {
  config: Pick<Platform['config'], 'languages' | 'origins'>
  store: Store
}

/** Seconds. */
const A_YEAR = (365 * DAY) / SECOND

export type LanguageService = ReturnType<typeof createLanguageService>

/** Members' choices of a language, and those of visitors, which are in a cookie only. */
export function createLanguageService({ config: { languages, origins }, store }: Deps) {
  const [origin] = origins
  const offered = (tag: string | undefined) => languages.find((each) => each === tag)
  const isOnlyOne = languages.length === 1

  return {
    /** @throws Failure 400 */
    assertOffered(tag: Language): void {
      if (!offered(tag)) throw invalidFields({ language: m.languageRule() })
    },

    /** The `Set-Cookie` line. Without a language, the one that deletes it. */
    cookie: (chosen: Language | undefined) =>
      [
        `${languageCookie(origin)}=${chosen ?? ''}`,
        `max-age=${chosen ? A_YEAR : 0}`,
        'path=/',
        'httponly',
        ...(origin.startsWith('https:') ? ['secure'] : []),
        'samesite=lax',
      ].join('; '),

    /** The choice in the `Cookie` header of a request. */
    chosenIn: (header: string | undefined) => chosenLanguage(header, languages, origin),

    async own({ id }: Pick<Actor, 'id'>): Promise<LanguageChoice> {
      const chosen = offered((await store.get(memberLanguages, id))?.chosen)
      return chosen ? { language: chosen } : {}
    },

    /** Without a language, the member's browsers decide again. */
    choose: ({ id }: Pick<Actor, 'id'>, chosen: Language | undefined): Promise<void> =>
      store.transact(async (tx) => {
        const { chosen: _, ...rest } = (await tx.get(memberLanguages, id)) ?? { id }
        tx.put(memberLanguages, { ...rest, chosen })
      }),

    /**
     * Remembers the language of a sign-in. The first one of a member stores what they chose as a visitor.
     * @returns the member's choice, if it is offered
     */
    async signedIn(
      { uid: id, member }: SessionUser,
      chosenBefore: Language | undefined,
    ): Promise<Language | undefined> {
      if (isOnlyOne || !member || member.status === 'uninvited' || member.status === 'former')
        return undefined
      const signedInWith = language()
      return store.transact(async (tx) => {
        const before = await tx.get(memberLanguages, id)
        const first = { id, chosen: chosenBefore }
        const after = { ...(before ?? first), signedInWith }
        if (!isDeepStrictEqual(after, before)) tx.put(memberLanguages, after)
        return offered(after.chosen)
      })
    },

    /**
     * The language of texts that are sent to a member: their choice, that of their last sign-in, or the community's
     * default.
     */
    async languageOf(memberId: string): Promise<Language> {
      const stored = isOnlyOne ? undefined : await store.get(memberLanguages, memberId)
      return offered(stored?.chosen) ?? offered(stored?.signedInWith) ?? languages[0]
    },

    async exportOf(id: string) {
      const { chosen, signedInWith } = (await store.get(memberLanguages, id)) ?? {}
      return { chosen, signedInWith }
    },

    forget: (id: string): Promise<void> => store.transact(async (tx) => tx.delete(memberLanguages, id)),
  }
}

export const languageAccountData = (service: LanguageService) =>
  exported({ name: 'language', collections: [memberLanguages], schema: ExportedLanguageSchema }, service)
