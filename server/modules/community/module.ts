import type { AccountDataPart } from '#server/lib/account-data-part.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Platform } from '#server/platform.ts'

import { communitySettings } from './settings/collection.ts'
import { createSettingsHistory } from './settings/history.ts'
import { createPublicSettings } from './settings/public.ts'
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
  return {
    settings,
    /** The settings that pages show to everyone. */
    publicSettings: createPublicSettings(settings, {
      sendsEmail: mailer !== undefined,
      languages: config.languages,
    }),
    history: createSettingsHistory({ store, audit }),
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
