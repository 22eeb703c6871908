import type { AuditLog } from '#server/features/audit/service.ts'
import { createSettingsHistory } from '#server/features/community-settings/history.ts'
import { createPublicSettings } from '#server/features/community-settings/public.ts'
import { createCommunitySettings } from '#server/features/community-settings/service.ts'
import type { ImageService } from '#server/features/images/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

interface Deps {
  store: Store
  clock: Clock
  auditLog: AuditLog
  useImage: ImageService['use']
  namesForAdmins: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** Constructs what admins decide for the whole community. A part of `createServices`. */
export function createCommunity({ store, clock, auditLog, useImage, namesForAdmins }: Deps) {
  const settings = createCommunitySettings({
    store,
    clock,
    audit: auditLog.record,
    onChange: {
      // The logo before it stays stored: an undo brings it back.
      logo: (tx, { actor, before, after }) =>
        after.image === before.image
          ? Promise.resolve()
          : useImage(tx, 'settings:logo', {
              id: after.image,
              oldId: '',
              by: actor.id,
              copyOf: 'settings:logo',
            }),
    },
  })
  const ofPages = createPublicSettings(settings)
  const history = createSettingsHistory({ changesOf: auditLog.changesOf, namesOf: namesForAdmins })

  return {
    /** Resolves once this process follows the changes. */
    start: settings.start,
    current: settings.current,
    ofPages,
    texts: async () => (await ofPages()).texts,
    isLogo: async (imageId: string) => (await settings.current('logo')).value.image === imageId,
    /** What the routes of the admin area call. */
    admin: { current: settings.current, save: settings.save, history },
  }
}
