import { initializeApp } from 'firebase/app'
import {
  applyActionCode,
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getRedirectResult,
  GoogleAuthProvider,
  initializeAuth,
  onIdTokenChanged,
  reauthenticateWithPopup,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  type User,
  verifyPasswordResetCode,
} from 'firebase/auth'

import type { ClientSettings } from '#shared/client-settings.ts'

import { authDomainOf } from './settings.ts'

/**
 * The identity provider, and the only file that names its SDK. Loaded on demand: the SDK is a third of what a
 * visitor would otherwise download for nothing. Every call may throw an error with a `code` like `auth/…`.
 */
export type IdentityProvider = Awaited<ReturnType<typeof openIdentityProvider>>
export type IdentityUser = User

/** Resolves when it knows who is signed in, also after the redirect from Google. */
export async function openIdentityProvider(settings: ClientSettings) {
  const app = initializeApp({
    apiKey: settings.FIREBASE_API_KEY,
    authDomain: authDomainOf(settings, location),
    projectId: settings.FIREBASE_PROJECT_ID,
    appId: settings.FIREBASE_APP_ID,
  })
  // Local storage tells the other tabs at once; IndexedDB would be polled, and costs a bigger download.
  const auth = initializeAuth(app, { persistence: browserLocalPersistence })
  // The emulator answers on the page's own origin; its banner would cover the bottom bar.
  if (settings.AUTH_EMULATOR) connectAuthEmulator(auth, location.origin, { disableWarnings: true })
  const redirectFailure = await getRedirectResult(auth, browserPopupRedirectResolver).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { ...signingIn(auth), ...emailLinks(auth), redirectFailure }
}

const signingIn = (auth: Auth) => ({
  currentUser: () => auth.currentUser,
  /** Called at once with who is signed in, then whenever the person or their ID token changes. */
  onUser: (listener: (user: User | null) => void) => onIdTokenChanged(auth, listener),
  createAccount: (email: string, password: string) => createUserWithEmailAndPassword(auth, email, password),
  signInWithEmail: (email: string, password: string) => signInWithEmailAndPassword(auth, email, password),
  signInWithGoogle: () => signInWithPopup(auth, askWhichAccount(), browserPopupRedirectResolver),
  /** Leaves the page and returns to it. For browsers that block pop-ups. */
  redirectToGoogle: () => signInWithRedirect(auth, askWhichAccount(), browserPopupRedirectResolver),
  /** Such as `password` and `google.com`: how the signed-in person can sign in again. */
  signInMethods: () => auth.currentUser?.providerData.map(({ providerId }) => providerId) ?? [],
  /** Refused for any account but the one that is signed in. */
  confirmWithGoogle: async () => {
    if (auth.currentUser) {
      await reauthenticateWithPopup(auth.currentUser, askWhichAccount(), browserPopupRedirectResolver)
    }
  },
  reload: async () => {
    if (auth.currentUser) await reload(auth.currentUser)
  },
  signOut: () => signOut(auth),
})

const emailLinks = (auth: Auth) => ({
  /** @param continueUrl where the link's screen continues to */
  sendVerification: async (continueUrl: string) => {
    if (auth.currentUser) await sendEmailVerification(auth.currentUser, { url: continueUrl })
  },
  sendPasswordReset: (email: string) => sendPasswordResetEmail(auth, email),
  /** What a link would do, and for which address, without doing it. */
  readLink: (code: string) => checkActionCode(auth, code),
  applyLink: (code: string) => applyActionCode(auth, code),
  readPasswordLink: (code: string) => verifyPasswordResetCode(auth, code),
  changePassword: (code: string, password: string) => confirmPasswordReset(auth, code, password),
})

function askWhichAccount() {
  const provider = new GoogleAuthProvider()
  provider.setCustomParameters({ prompt: 'select_account' })
  return provider
}
