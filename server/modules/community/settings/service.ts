import { isDeepStrictEqual } from 'node:util'

import {
  type AllSettings,
  DEFAULT_SETTINGS,
  type Settings,
  SETTINGS_SECTIONS,
  type SettingsOf,
  type SettingsSection,
} from '#shared/community/settings.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { stale } from '#server/lib/failure.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import type { DocumentOf, Store, Transaction } from '#server/store/port.ts'
import { keysOf, recordOf } from '#shared/lib/records.ts'

import { communitySettings } from './collection.ts'
import { normalise } from './validation.ts'

interface Change<S extends SettingsSection> {
  actor: Actor
  before: SettingsOf<S>
  after: SettingsOf<S>
}

interface Deps {
  store: Store
  clock: Clock
  audit: Operations['audit']
}

type Stored = DocumentOf<typeof communitySettings>

/** Every section with its version. */
type Snapshot = { readonly [S in SettingsSection]: Settings<S> }

export type CommunitySettings = ReturnType<typeof createCommunitySettings>

/** The community's settings, in memory on every replica, which reflects a change within two seconds. */
export function createCommunitySettings({ store, clock, audit }: Deps) {
  const changes = createSubscribers<[Transaction, SettingsSection, Change<SettingsSection>]>()
  const saved = createSubscribers<[SettingsSection]>()
  const stored = new Map<string, Stored>()
  let snapshot: Snapshot | undefined
  const forget = () => (snapshot = undefined)
  const { sync } = store.openFeed(communitySettings, {
    put(document) {
      stored.set(document.id, document)
      forget()
    },
    remove(id) {
      stored.delete(id)
      forget()
    },
    reset() {
      stored.clear()
      forget()
    },
  })
  const latest = () => (snapshot ??= snapshotOf(stored))

  return {
    /** Resolves once this process follows the changes. */
    start: sync,

    /** Every section as it was when the store last answered; the same object until one changes. */
    latest,

    /** Reads from memory. */
    async current<S extends SettingsSection>(section: S): Promise<Settings<S>> {
      await sync()
      return latest()[section]
    },

    /** Replaces a section, if `version` is still the latest. Its values before and after are in the audit log. */
    async save<S extends SettingsSection>(actor: Actor, section: S, version: number, sent: SettingsOf<S>) {
      const value = normalise(section, sent)
      const result = await store.transact(async (tx): Promise<Settings<S>> => {
        const before = settingsOf(section, await tx.get(communitySettings, section))
        // A repeated request finds the requested state.
        if (isDeepStrictEqual(before.value, value)) return before
        if (before.version !== version) throw stale('section')
        await changes.emit(tx, section, { actor, before: before.value, after: value })
        const after = { version: version + 1, value }
        tx.put(communitySettings, { id: section, changedAt: isoInstant(clock()), ...after })
        await audit.record(
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
      // Pages show the latest settings without a read.
      await sync()
      await saved.emit(section)
      return result
    },

    /** Further changes with a section, in the same transaction. It can refuse the change. */
    onChange: <S extends SettingsSection>(
      section: S,
      subscriber: (tx: Transaction, change: Change<S>) => Promise<void>,
    ) =>
      changes.subscribe((tx, changed, change) =>
        changed === section ? subscriber(tx, change as Change<S>) : undefined,
      ),

    /** Called after a section is stored. */
    onSaved: saved.subscribe,

    /** Industries that members can choose. */
    industries: async (): Promise<ReadonlySet<string>> => {
      await sync()
      return new Set(latest().industries.value.names)
    },

    isLogo: async (imageId: string) => {
      await sync()
      return latest().logo.value.image === imageId
    },
  }
}

/** The target of a section in the audit log. */
export const settingsTarget = (section: SettingsSection) => `settings:${section}`

const settingsOf = <S extends SettingsSection>(section: S, document: Stored | undefined): Settings<S> => ({
  version: document?.version ?? 0,
  // The stored value was validated by the section's schema; fields that were added since have their default.
  value: { ...DEFAULT_SETTINGS[section], ...(document?.value as Partial<AllSettings[S]> | undefined) },
})

const snapshotOf = (stored: ReadonlyMap<string, Stored>) =>
  recordOf(keysOf(SETTINGS_SECTIONS), (section) => settingsOf(section, stored.get(section))) as Snapshot
