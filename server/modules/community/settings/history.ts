import {
  DEFAULT_SETTINGS,
  type SettingsChange,
  type SettingsOf,
  type SettingsSection,
} from '#shared/community/settings.ts'
import type { Page } from '#shared/lib/page.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'

import { changesOf } from './queries.ts'
import { settingsTarget } from './service.ts'

interface Deps {
  store: Pick<Store, 'views'>
  audit: Operations['audit']
}

/** Each contains two whole states. */
const CHANGES_PER_PAGE = 10

/** The values of a section before and after each of its changes, from the audit log, newest first. */
export const createSettingsHistory =
  ({ store, audit }: Deps) =>
  async <S extends SettingsSection>(section: S, cursor?: string): Promise<Page<SettingsChange<S>>> => {
    const query = fingerprint('settings', section)
    const views = await store.views()
    const { items: changes, ...next } = pageAt(
      cursor,
      query,
      (range) => changesOf(views, settingsTarget(section), range),
      CHANGES_PER_PAGE,
    )
    const entries = await audit.entries(changes.map(({ id }) => id))
    const items = entries.flatMap((entry, position) => {
      if (!entry) return []
      const actorName = changes[position]?.actorName
      const { id, at, actor } = entry
      const states = { before: whole(section, entry.before), after: whole(section, entry.after) }
      return [{ id, at, actor, actorName: actorName || undefined, ...states }]
    })
    return { items, ...next }
  }

/** Fields that were added since have their default. */
const whole = <S extends SettingsSection>(section: S, value: unknown) => ({
  ...DEFAULT_SETTINGS[section],
  ...(value as SettingsOf<S>),
})
