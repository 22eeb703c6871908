import type { Sharing, StatementLink } from '#shared/prestige/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { shortKeyedHash } from '#server/lib/keyed-hash.ts'
import { assertNotRevoked, hashOfSecret, revoked } from '#server/lib/secret-links.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { prestigeSettings, type SettingsDocument } from './collection.ts'

interface Deps {
  config: Platform['config']
  store: Store
  clock: Clock
  newId: () => string
  operations: Operations
}

/** Settings of a member who never chose. */
const DEFAULT_SHARING: Sharing = { listed: false, visibility: 'members' }

export const sharingOf = ({ listed, visibility }: Sharing = DEFAULT_SHARING): Sharing => ({
  listed,
  visibility,
})

export type PrestigeSharing = ReturnType<typeof createSharingSettings>

/** Where a member's prestige is shown: on the public page, on the profile, and behind the link to the statement. */
export function createSharingSettings({ config, store, clock, newId, operations }: Deps) {
  const [origin] = config.origins

  const write = (
    memberId: string,
    change: (before: SettingsDocument, tx: Transaction) => Promise<SettingsDocument>,
  ) =>
    store.transact(async (tx) => {
      const stored = await tx.get(prestigeSettings, memberId)
      const before = stored ?? { id: memberId, ...DEFAULT_SHARING }
      const after = await change(before, tx)
      if (after !== before) tx.put(prestigeSettings, after)
      return after
    })

  return {
    async share({ id, sessionHash }: Actor, { listed, visibility }: Sharing): Promise<Sharing> {
      const settings = await write(id, async (before, tx) => {
        if (before.listed === listed && before.visibility === visibility) return before
        const fact = { action: 'prestige.sharing_changed', actor: id, target: id, sessionHash }
        await operations.audit.record(
          { ...fact, before: sharingOf(before), after: { listed, visibility } },
          tx,
        )
        return { ...before, listed, visibility }
      })
      return sharingOf(settings)
    },

    /**
     * Creates the link to the member's statement, or replaces it; an earlier link stops working.
     * @param key the same when a request is repeated because its response was lost
     * @throws Failure 409 when the link of this key was revoked or replaced
     */
    async createLink({ id, sessionHash }: Actor, key = newId()): Promise<StatementLink> {
      const secret = shortKeyedHash(config.secret, 'prestige-statement', id, key)
      const secretHash = hashOfSecret(secret)
      const settings = await write(id, async (before, tx) => {
        if (before.secretHash === secretHash) return before
        assertNotRevoked(before, secretHash)
        const action = before.secretHash ? 'prestige.link_replaced' : 'prestige.link_created'
        await operations.audit.record({ action, actor: id, target: id, sessionHash }, tx)
        return { ...before, ...revoked(before), secretHash, linkCreatedAt: isoInstant(clock()) }
      })
      const url = `${origin}${paths.prestige(config.client.PRODUCT_SLUG)}?statement=${secret}`
      return { url, createdAt: settings.linkCreatedAt ?? '' }
    },

    /** Revoking twice succeeds. */
    async revokeLink({ id, sessionHash }: Actor): Promise<void> {
      await write(id, async (before, tx) => {
        if (!before.secretHash) return before
        await operations.audit.record(
          { action: 'prestige.link_revoked', actor: id, target: id, sessionHash },
          tx,
        )
        const { secretHash: _, linkCreatedAt: __, ...rest } = before
        return { ...rest, ...revoked(before) }
      })
    },

    /** Id of the member whose statement has this link. */
    async ownerOf(secret: string): Promise<string | undefined> {
      const where = { secretHash: hashOfSecret(secret) }
      return (await store.find(prestigeSettings, { where, limit: 1 })).items[0]?.id
    },

    visibilityOf: async (memberId: string) =>
      sharingOf(await store.get(prestigeSettings, memberId)).visibility,
  }
}
