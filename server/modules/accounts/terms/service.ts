import { Type, type Static } from 'typebox'

import * as m from '#shared/accounts/messages.ts'
import type { OwnAgreement } from '#shared/accounts/terms.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Store } from '#server/store/port.ts'

import { termsAgreements } from './collection.ts'

const ExportedAgreementsSchema = Type.Array(Type.Object({ version: Type.Integer(), agreedAt: Type.String() }))
export type ExportedAgreements = Static<typeof ExportedAgreementsSchema>

interface Deps {
  store: Store
  clock: Clock
  community: Community
}

export type TermsService = ReturnType<typeof createTermsService>

/** Members' agreements to versions of the terms, with their times. */
export function createTermsService({ store, clock, community }: Deps) {
  /** The current text to agree to, if there is one. */
  const present = async () => (await community.publicSettings()).texts.agreement

  return {
    async own({ id }: Actor): Promise<OwnAgreement> {
      const asked = await present()
      if (!asked) return {}
      if (await store.get(termsAgreements, joinedId(id, String(asked.version)))) return {}
      const { items } = await store.find(termsAgreements, {
        ...ofMember(id),
        limit: 1,
      })
      return { due: { ...asked, agreedBefore: items.length > 0 } }
    },

    /**
     * Idempotent: the first time is stored.
     * @throws Failure 409 for another version than the current one, which the person has not read
     */
    async agree({ id: member }: Actor, version: number): Promise<void> {
      if ((await present())?.version !== version) throw conflict('terms_changed', m.termsOutdated())
      const id = joinedId(member, String(version))
      await store.transact(async (tx) => {
        if (await tx.get(termsAgreements, id)) return
        tx.put(termsAgreements, { id, member, version, agreedAt: isoInstant(clock()) })
      })
    },

    exportOf: async (member: string) =>
      (await allOf(store, termsAgreements, ofMember(member))).map(({ version, agreedAt }) => ({
        version,
        agreedAt,
      })),

    forget: (member: string): Promise<void> => deleteAll(store, termsAgreements, ofMember(member)),
  }
}

const ofMember = (member: string) => ({ where: { member }, orderBy: 'version' }) as const

export const termsAgreementsAccountData = (service: TermsService) =>
  exported(
    { name: 'termsAgreements', collections: [termsAgreements], schema: ExportedAgreementsSchema },
    service,
  )
