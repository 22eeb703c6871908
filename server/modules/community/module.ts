import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Platform } from '#server/modules/platform.ts'

import { communitySettings } from './settings/collection.ts'
import { createSettingsHistory } from './settings/history.ts'
import { createPublicSettings } from './settings/public.ts'
import { publicTextRoutes } from './settings/routes.ts'
import { createCommunitySettings } from './settings/service.ts'

export const collections = [communitySettings]

export type Community = ReturnType<typeof createCommunity>

/** Constructs the settings that admins choose for everyone. */
export function createCommunity(
  { config, store, clock, mailer }: Platform,
  { operations }: { operations: Operations },
) {
  const { audit } = operations
  const settings = createCommunitySettings({ store, clock, audit })
  const publicSettings = createPublicSettings(settings, {
    sendsEmail: mailer !== undefined,
    languages: config.languages,
  })

  const routes: RoutesByScope = {
    everyone: [at('/public/texts', publicTextRoutes, { publicSettings })],
  }

  return {
    settings,
    /** The settings that pages show to everyone. */
    publicSettings,
    history: createSettingsHistory({ store, audit }),
    routes,
    start: settings.start,
    accountDataParts: [
      {
        name: 'communitySettings',
        collections,
        exportOf: 'Belongs to the organisation, and names nobody.',
        forget: 'Contains no personal data.',
      },
    ] satisfies AccountDataPart[],
  }
}
