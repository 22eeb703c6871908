import { AboutScreen } from '#client/modules/community/about/AboutScreen.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

export const Component = asScreen(AboutScreen)
