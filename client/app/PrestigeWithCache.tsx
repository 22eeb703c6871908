import { Component as PrestigeScreen } from '#client/features/prestige/PrestigeScreen.tsx'

import { PersonalCache } from './PersonalLayout.tsx'

/** A public screen that shows data: members do not see those they blocked. */
export const PrestigeWithCache = () => (
  <PersonalCache>
    <PrestigeScreen />
  </PersonalCache>
)
