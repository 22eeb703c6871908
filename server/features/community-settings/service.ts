import { isDeepStrictEqual } from 'node:util'

import {
  type AllSettings,
  DEFAULT_SETTINGS,
  type Settings,
  SETTINGS_SECTIONS,
  type SettingsOf,
  type SettingsSection,
} from '#shared/community-settings.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { stale } from '#server/lib/failure.ts'
import type { DocumentOf, Store, Transaction } from '#server/store/port.ts'

import { communitySettings } from './collection.ts'
import { normalise } from './validation.ts'

/** What else changes with a section, in the same transaction. It can refuse the change. */
type OnChange<S extends SettingsSection> = (
  tx: Transaction,
  change: { actor: Actor; before: SettingsOf<S>; after: SettingsOf<S> },
) => Promise<void>

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  onChange: { readonly [S in SettingsSection]?: OnChange<S> }
}

type Stored = DocumentOf<typeof communitySettings>

/** Every section with its version. */
type Snapshot = { readonly [S in SettingsSection]: Settings<S> }

export type CommunitySettings = ReturnType<typeof createCommunitySettings>

/** What admins decide for everyone, in memory on every replica, which knows of a change within two seconds. */
export function createCommunitySettings({ store, clock, audit, onChange }: Deps) {
  const stored = new Map<string, Stored>()
  let snapshot: Snapshot | undefined
  const changed = () => (snapshot = undefined)
  const { sync } = store.openFeed(communitySettings, {
    put(document) {
      stored.set(document.id, document)
      changed()
    },
    remove(id) {
      stored.delete(id)
      changed()
    },
    reset() {
      stored.clear()
      changed()
    },
  })
  const latest = () => (snapshot ??= snapshotOf(stored))

  return {
    /** Resolves once this process follows the changes. */
    start: sync,

    /** Every section as it was when the store last answered; the same object until one changes. */
    latest,

    /** From memory. */
    async current<S extends SettingsSection>(section: S): Promise<Settings<S>> {
      await sync()
      return latest()[section]
    },

    /** Replaces a section, if `version` is still the latest. Its values before and after are in the audit log. */
    save<S extends SettingsSection>(actor: Actor, section: S, version: number, sent: SettingsOf<S>) {
      const value = normalise(section, sent)
      return store.transact(async (tx): Promise<Settings<S>> => {
        const before = settingsOf(section, await tx.get(communitySettings, section))
        // A repeated request finds what it asked for.
        if (isDeepStrictEqual(before.value, value)) return before
        if (before.version !== version) throw stale('section')
        const change: OnChange<S> | undefined = onChange[section]
        await change?.(tx, { actor, before: before.value, after: value })
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
      })
    },
  }
}

/** What the audit log calls a section. */
export const settingsTarget = (section: SettingsSection) => `settings:${section}`

const settingsOf = <S extends SettingsSection>(section: S, document: Stored | undefined): Settings<S> => ({
  version: document?.version ?? 0,
  // What is stored was checked by the section's schema; a field that it got since has its default.
  value: { ...DEFAULT_SETTINGS[section], ...(document?.value as Partial<AllSettings[S]> | undefined) },
})

const snapshotOf = (stored: ReadonlyMap<string, Stored>) =>
  Object.fromEntries(
    (Object.keys(SETTINGS_SECTIONS) as SettingsSection[]).map((section) => [
      section,
      settingsOf(section, stored.get(section)),
    ]),
  ) as unknown as Snapshot
