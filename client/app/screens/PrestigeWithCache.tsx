import { Component as PrestigeScreen } from '#client/modules/prestige/PrestigeScreen.tsx'
import { PersonalCache } from '#client/app/shells/PersonalLayout.tsx'

/** A public screen that shows data: members do not see those they blocked. */
export const PrestigeWithCache = () => (
  <PersonalCache>
    <PrestigeScreen />
  </PersonalCache>
)
