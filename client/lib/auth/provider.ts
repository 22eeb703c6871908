import type { IdentityProvider } from './firebase.ts'
import { latestSignOut } from './sign-outs.ts'
import type { TabState } from './tab-state.ts'

export interface ProviderDeps {
  /** @param isSigningIn whether a sign-in is in progress in this tab, which no sign-out has followed */
  openProvider: (isSigningIn: () => boolean) => Promise<IdentityProvider>
  /** Id of the user whom the provider has stored in this browser. Needs no network. */
  storedUid: () => string | undefined
  tab: TabState
  /** Called when the provider has another user, except during a sign-in. */
  onUser: () => void
}

/** Opens the identity provider when it is first needed, and again after a failure. */
export function createProvider({ openProvider, storedUid, tab, onUser }: ProviderDeps) {
  let opening: Promise<IdentityProvider> | undefined
  let opened: IdentityProvider | undefined

  async function open() {
    try {
      opened = await openProvider(() => {
        tab.catchUp()
        return tab.get().signIns > 0
      })
      // A sign-in synchronises itself, so that its form learns the outcome.
      opened.onUser(() => tab.get().signIns > 0 || onUser())
      return opened
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  return {
    open: () => (opening ??= open()),

    /** Undefined until it is open. */
    get opened() {
      return opened
    },

    /**
     * The provider's user. After a sign-out it counts only while it is stored for all tabs: another tab may have removed
     * it while the SDK looked it up here.
     */
    userOf(identity: IdentityProvider) {
      const user = identity.currentUser()
      return user && (latestSignOut() === 0 || storedUid() === user.uid) ? user : null
    },
  }
}
