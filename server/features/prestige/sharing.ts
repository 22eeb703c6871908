import { createHash, createHmac } from 'node:crypto'

import type { Sharing, StatementLink } from '#shared/prestige.ts'
import { paths } from '#shared/paths.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { assertNotRevoked, revoked } from '#server/lib/revoked-links.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { prestigeSettings, type SettingsDocument } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  newId: () => string
  /** Of the server, at least 32 characters. */
  secret: string
  origin: string
  productSlug: string
}

/** Of who never chose. */
const DEFAULT_SHARING: Sharing = { listed: false, visibility: 'members' }

export const sharingOf = ({ listed, visibility }: Sharing = DEFAULT_SHARING): Sharing => ({
  listed,
  visibility,
})

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Who sees a member's prestige: the public page, the profile, and people with the link to the statement. */
export function createSharing({
  store,
  clock,
  audit,
  newId,
  secret: serverSecret,
  origin,
  productSlug,
}: Deps) {
  /** 132 bits that only the server can calculate: a repeated request gets the same link, which is not stored. */
  const secretOf = (memberId: string, key: string) =>
    createHmac('sha256', serverSecret)
      .update(JSON.stringify(['prestige-statement', memberId, key]))
      .digest('base64url')
      .slice(0, 22)

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
        await audit({ ...fact, before: sharingOf(before), after: { listed, visibility } }, tx)
        return { ...before, listed, visibility }
      })
      return sharingOf(settings)
    },

    /**
     * Creates the link to the member's statement, or another one; an earlier link stops working.
     * @param key the same when a request is repeated because its response was lost
     * @throws Failure 409 when the link of this key was revoked or replaced
     */
    async createLink({ id, sessionHash }: Actor, key = newId()): Promise<StatementLink> {
      const secret = secretOf(id, key)
      const secretHash = hashOf(secret)
      const settings = await write(id, async (before, tx) => {
        if (before.secretHash === secretHash) return before
        assertNotRevoked(before, secretHash)
        const action = before.secretHash ? 'prestige.link_replaced' : 'prestige.link_created'
        await audit({ action, actor: id, target: id, sessionHash }, tx)
        return { ...before, ...revoked(before), secretHash, linkCreatedAt: isoInstant(clock()) }
      })
      const url = `${origin}${paths.prestige(productSlug)}?statement=${secret}`
      return { url, createdAt: settings.linkCreatedAt ?? '' }
    },

    /** Revoking twice succeeds. */
    async revokeLink({ id, sessionHash }: Actor): Promise<void> {
      await write(id, async (before, tx) => {
        if (!before.secretHash) return before
        await audit({ action: 'prestige.link_revoked', actor: id, target: id, sessionHash }, tx)
        const { secretHash: _, linkCreatedAt: __, ...rest } = before
        return { ...rest, ...revoked(before) }
      })
    },

    /** Id of the member whose statement has this link. */
    async ownerOf(secret: string): Promise<string | undefined> {
      const where = { secretHash: hashOf(secret) }
      return (await store.find(prestigeSettings, { where, limit: 1 })).items[0]?.id
    },

    visibilityOf: async (memberId: string) =>
      sharingOf(await store.get(prestigeSettings, memberId)).visibility,
  }
}
