import type { IdentityProvider } from '#client/lib/auth/firebase.ts'

/** Gets an ID token with the new email after a change. */
export async function renewToken(identity: IdentityProvider) {
  await identity.reload()
  await identity.currentUser()?.getIdToken(true)
}
