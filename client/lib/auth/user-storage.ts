import { browserLocalPersistence, type Persistence } from 'firebase/auth'

import { deviceStorage } from '#client/lib/storage/storage.ts'

import { uidStoredAt } from './stored-user.ts'

/** The SDK's class, whose methods it does not declare. */
declare class SdkStorage implements Persistence {
  readonly type: 'LOCAL'
  _set(key: string, value: { uid?: string }): Promise<void>
  _remove(key: string): Promise<void>
}

/**
 * The local storage in which the SDK keeps its user for all tabs. While it starts, it looks up the user that it has
 * read, and then stores or removes them, even if another tab has signed out or in meanwhile. So a start, also after the
 * redirect from Google, changes only what it has found, and later only a sign-in stores a new user.
 * @param isSigningIn whether a sign-in is in progress in this tab that no sign-out has followed
 */
export function createUserStorage(key: string, isSigningIn: () => boolean) {
  const atStart = deviceStorage.read(key)
  let isStarting = true
  const isUnchanged = () => deviceStorage.read(key) === atStart
  const mayStore = (uid: string | undefined) =>
    isStarting ? isUnchanged() : isSigningIn() || uidStoredAt(key) === uid

  // oxlint-disable no-underscore-dangle -- the SDK's names
  class UserStorage extends (browserLocalPersistence as unknown as typeof SdkStorage) {
    override async _set(name: string, value: { uid?: string }) {
      if (name !== key || mayStore(value.uid)) await super._set(name, value)
    }

    override async _remove(name: string) {
      if (name !== key || !isStarting || isUnchanged()) await super._remove(name)
    }
  }

  // oxlint-enable no-underscore-dangle

  return {
    persistence: UserStorage as unknown as Persistence,
    started() {
      isStarting = false
    },
  }
}
