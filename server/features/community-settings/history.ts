import type { SettingsOf, SettingsSection } from '#shared/community-settings.ts'
import type { Page } from '#shared/page.ts'

import { settingsTarget } from './service.ts'

interface AuditedChange {
  id: string
  at: string
  actor: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

interface Deps {
  /** Newest first. */
  changesOf: (target: string, cursor?: string) => Promise<Page<AuditedChange>>
  /** The names of those of the ids that are members'. */
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** What a section was before each of its changes and after, from the audit log. */
export const createSettingsHistory =
  ({ changesOf, namesOf }: Deps) =>
  async <S extends SettingsSection>(section: S, cursor?: string) => {
    const { items, next } = await changesOf(settingsTarget(section), cursor)
    const names = await namesOf([...new Set(items.flatMap(({ actor }) => actor ?? []))])
    return {
      items: items.map(({ id, at, actor, before, after }) => {
        const actorName = names.get(actor ?? '')
        return {
          id,
          at,
          actor,
          ...(actorName && { actorName }),
          before: before as SettingsOf<S>,
          after: after as SettingsOf<S>,
        }
      }),
      ...(next && { next }),
    }
  }
