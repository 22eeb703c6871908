import type { Occasion } from './entry.ts'
import { rememberedUser } from './user.ts'

/** Where and who, at this moment. */
export const currentPage = (): Pick<Occasion, 'url' | 'userAgent' | 'userId'> => ({
  url: location.href,
  userAgent: navigator.userAgent,
  userId: rememberedUser(),
})
