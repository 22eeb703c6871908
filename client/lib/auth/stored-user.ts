import { deviceStorage, parseStored } from '#client/lib/storage.ts'

/** The SDK's own entry. If its format changes, screens wait for the SDK. */
export const keyOfUser = (apiKey: string) => `firebase:authUser:${apiKey}:[DEFAULT]`

export function uidStoredAt(key: string): string | undefined {
  const user: { uid?: string } | undefined = parseStored(deviceStorage.read(key))
  return user?.uid
}
