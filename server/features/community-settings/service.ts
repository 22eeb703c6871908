import { isDeepStrictEqual } from 'node:util'

import { DEFAULT_SETTINGS, type SettingsOf, type SettingsSection } from '#shared/community-settings.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { stale } from '#server/lib/failure.ts'
import type { DocumentOf, Store } from '#server/store/port.ts'

import { communitySettings } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
}

type Stored = DocumentOf<typeof communitySettings>

export interface Settings<S extends SettingsSection> {
  version: number
  value: SettingsOf<S>
}

export type CommunitySettings = ReturnType<typeof createCommunitySettings>

/** What admins decide for everyone, in memory on every replica, which knows of a change within two seconds. */
export function createCommunitySettings({ store, clock, audit }: Deps) {
  const stored = new Map<string, Stored>()
  const { sync } = store.openFeed(communitySettings, {
    put: (document) => stored.set(document.id, document),
    remove: (id) => stored.delete(id),
    reset: () => stored.clear(),
  })

  return {
    /** Resolves once this process follows the changes. */
    start: sync,

    /** From memory. */
    async current<S extends SettingsSection>(section: S): Promise<Settings<S>> {
      await sync()
      return settingsOf(section, stored.get(section))
    },

    /** Replaces a section, if `version` is still the latest. Its values before and after are in the audit log. */
    save: <S extends SettingsSection>(actor: Actor, section: S, version: number, value: SettingsOf<S>) =>
      store.transact(async (tx): Promise<Settings<S>> => {
        const before = settingsOf(section, await tx.get(communitySettings, section))
        // A repeated request finds what it asked for.
        if (isDeepStrictEqual(before.value, value)) return before
        if (before.version !== version) throw stale('section')
        const after = { version: version + 1, value }
        tx.put(communitySettings, { id: section, changedAt: isoInstant(clock()), ...after })
        await audit(
          {
            action: `settings.${section}_changed`,
            actor: actor.id,
            target: settingsTarget(section),
            before: before.value,
            after: value,
            sessionHash: actor.sessionHash,
          },
          tx,
        )
        return after
      }),
  }
}

/** What the audit log calls a section. */
export const settingsTarget = (section: SettingsSection) => `settings:${section}`

const settingsOf = <S extends SettingsSection>(section: S, document: Stored | undefined): Settings<S> => ({
  version: document?.version ?? 0,
  // What is stored was checked by the section's schema; a field that it got since has its default.
  value: { ...DEFAULT_SETTINGS[section], ...(document?.value as Partial<SettingsOf<S>> | undefined) },
})
