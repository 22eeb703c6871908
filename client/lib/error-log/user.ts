import { deviceStorage } from '#client/lib/storage.ts'

const KEY = 'userEmail'

/** Kept at sign-in, forgotten at sign-out: says in the error log whose browser it was. A claim, not proof. */
export function rememberUser(email: string | null) {
  if (email) deviceStorage.write(KEY, email)
  else deviceStorage.remove(KEY)
}

export const rememberedUser = () => deviceStorage.read(KEY) ?? undefined
