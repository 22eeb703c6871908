import { PrestigeScreen } from '#client/modules/prestige/PrestigeScreen.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

export const Component = asScreen(PrestigeScreen)
