import { rememberedUser } from '#client/lib/error-log/user.ts'
import { deviceStorage, type IsStored, keysUnder, parseStored } from '#client/lib/storage/storage.ts'
import { isText, shape } from '#client/lib/storage/stored-shapes.ts'

interface Owned {
  /** Email of the person who was signed in. */
  email: string
}

const isOwned = shape<Owned>({ email: isText })

/**
 * Values that this device keeps by event, for use without a connection, until the sign-out or a time after the end.
 * Only the person who was signed in then gets them.
 */
export function createKept<T extends object>(
  prefix: string,
  isValid: IsStored<T>,
  expiresAt: (kept: T) => number,
) {
  return {
    keep(eventId: string, kept: T) {
      const email = rememberedUser()
      if (email && expiresAt(kept) > Date.now())
        deviceStorage.write(prefix + eventId, JSON.stringify({ ...kept, email } satisfies Owned))
    },
    forget: (eventId: string) => deviceStorage.remove(prefix + eventId),
    /** All of the signed-in person. Removes those of others, outdated ones, and what this app did not write. */
    read(now: number): T[] {
      const email = rememberedUser()
      const all: T[] = []
      for (const key of keysUnder(deviceStorage, prefix)) {
        const text = deviceStorage.read(key)
        const kept = parseStored(text, isValid)
        const isOwn = email !== undefined && parseStored(text, isOwned)?.email === email
        if (kept && isOwn && expiresAt(kept) > now) all.push(kept)
        else deviceStorage.remove(key)
      }
      return all
    },
    /** Called at the sign-out. */
    forgetAll: () => keysUnder(deviceStorage, prefix).forEach(deviceStorage.remove),
  }
}
