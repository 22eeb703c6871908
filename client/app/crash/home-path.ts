import { rememberedUser } from '#client/lib/error-log/user.ts'
import type { paths } from '#shared/lib/paths.ts'

// Only the types, since boot.ts has to be small.
const dashboard: typeof paths.dashboard = '/dashboard'
const login: typeof paths.login = '/login'

/** Used by a crashed app: the stored email exists from sign-in to sign-out, and can be read without the app. */
export const homePath = () => (rememberedUser() ? dashboard : login)
