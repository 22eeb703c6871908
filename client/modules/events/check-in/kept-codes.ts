import { rememberedUser } from '#client/lib/error-log/user.ts'
import { deviceStorage, keysUnder, parseStored } from '#client/lib/storage.ts'

const PREFIX = 'checkInCode.'

/** A check-in code that this browser has shown, for use without a connection. */
export interface KeptCheckInCode {
  title: string
  /** ISO instants. */
  startsAt: string
  endsAt: string
  /** IANA name of the event's time zone. */
  timeZone: string
  code: string
}

type Stored = KeptCheckInCode & { email: string | undefined }

export const keepCheckInCode = (eventId: string, kept: KeptCheckInCode) =>
  deviceStorage.write(PREFIX + eventId, JSON.stringify({ ...kept, email: rememberedUser() } satisfies Stored))

/** Codes of the signed-in person, the next event first. Removes all others, and those of past events. */
export function keptCheckInCodes(now: number): KeptCheckInCode[] {
  const email = rememberedUser()
  const kept: KeptCheckInCode[] = []
  for (const key of keysUnder(deviceStorage, PREFIX)) {
    const stored: Stored | undefined = parseStored(deviceStorage.read(key))
    if (stored && email && stored.email === email && Date.parse(stored.endsAt) > now) kept.push(stored)
    else deviceStorage.remove(key)
  }
  return kept.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}

/** Called at the sign-out. */
export const removeCheckInCodes = () => {
  for (const key of keysUnder(deviceStorage, PREFIX)) deviceStorage.remove(key)
}
