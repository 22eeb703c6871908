import { ResetPasswordScreen } from '#client/modules/accounts/sign-in/ResetPasswordScreen.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

export const Component = asScreen(ResetPasswordScreen)
