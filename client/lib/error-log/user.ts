import { deviceStorage } from '#client/lib/storage/storage.ts'

const KEY = 'userEmail'

/** Stored at sign-in and removed at sign-out, for the entries of the error log. A claim, not proof. */
export function rememberUser(email: string | null) {
  if (email) deviceStorage.write(KEY, email)
  else deviceStorage.remove(KEY)
}

export const rememberedUser = () => deviceStorage.read(KEY) ?? undefined
