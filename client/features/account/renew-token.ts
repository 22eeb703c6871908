import type { IdentityProvider } from '#client/lib/firebase.ts'

/** For after a change of email: gets an ID token that has the new one. */
export async function renewToken(identity: IdentityProvider) {
  await identity.reload()
  await identity.currentUser()?.getIdToken(true)
}
