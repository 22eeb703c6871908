import type { OwnConsent } from '#shared/consent.ts'
import type { Actor } from '#server/features/session/types.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Store } from '#server/store/port.ts'

import { consents } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  /** What people agree to now, if there is such a text. */
  present: () => Promise<{ version: number; html: string } | undefined>
}

export type ConsentService = ReturnType<typeof createConsentService>

/** Who agreed to which version of the consent, and when. */
export function createConsentService({ store, clock, present }: Deps) {
  const agreements = (member: string) => allOf(store, consents, { where: { member }, orderBy: 'version' })

  return {
    async own({ id }: Actor): Promise<OwnConsent> {
      const asked = await present()
      if (!asked) return {}
      if (await store.get(consents, joinedId(id, String(asked.version)))) return {}
      const { items } = await store.find(consents, { where: { member: id }, orderBy: 'version', limit: 1 })
      return { due: { ...asked, agreedBefore: items.length > 0 } }
    },

    /**
     * Safe to repeat: the first time is stored.
     * @throws Failure 409 for another version than the present one, which the person has not read
     */
    async agree({ id: member }: Actor, version: number): Promise<void> {
      if ((await present())?.version !== version)
        throw conflict('consent_changed', 'This text has changed. Read the new version.')
      const id = joinedId(member, String(version))
      await store.transact(async (tx) => {
        if (await tx.get(consents, id)) return
        tx.put(consents, { id, member, version, agreedAt: isoInstant(clock()) })
      })
    },

    exportOf: async (member: string) =>
      (await agreements(member)).map(({ version, agreedAt }) => ({ version, agreedAt })),

    async forget(member: string): Promise<void> {
      const stored = await agreements(member)
      await store.transact(async (tx) => {
        for (const { id } of stored) tx.delete(consents, id)
      })
    },
  }
}
