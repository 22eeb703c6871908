import { ConnectionScreen } from '#client/modules/meetings/connection/ConnectionScreen.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

export const Component = asScreen(ConnectionScreen)
