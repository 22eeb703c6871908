import { initializeApp } from 'firebase/app'
import {
  applyActionCode,
  type Auth,
  browserPopupRedirectResolver,
  checkActionCode,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getRedirectResult,
  GoogleAuthProvider,
  initializeAuth,
  linkWithPopup,
  reauthenticateWithPopup,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  unlink,
  updatePassword,
  type User,
  type UserCredential,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'

import type { ClientSettings } from '#shared/lib/client-settings.ts'
import { language } from '#shared/lib/language/current.ts'
import { authDomainOf } from '#client/lib/settings.ts'

import { keyOfUser } from './stored-user.ts'
import { createUserStorage } from './user-storage.ts'

/**
 * The identity provider, and the only file that names its SDK. Loaded on demand: the SDK is a third of what a
 * visitor would otherwise download for nothing. Every call may throw an error with a `code` like `auth/…`.
 */
export type IdentityProvider = Awaited<ReturnType<typeof openIdentityProvider>>
export type IdentityUser = User

/**
 * Resolves when it knows the signed-in person, also after the redirect from Google.
 * @param isSigningIn whether a sign-in is in progress in this tab, which no sign-out has followed
 */
export async function openIdentityProvider(settings: ClientSettings, isSigningIn: () => boolean) {
  const app = initializeApp({
    apiKey: settings.FIREBASE_API_KEY,
    authDomain: authDomainOf(settings, location),
    projectId: settings.FIREBASE_PROJECT_ID,
    appId: settings.FIREBASE_APP_ID,
  })
  const storage = createUserStorage(keyOfUser(settings.FIREBASE_API_KEY), isSigningIn)
  // Local storage notifies the other tabs at once; IndexedDB would be polled, and costs a bigger download.
  const auth = initializeAuth(app, { persistence: storage.persistence })
  // The provider sends some emails itself.
  auth.languageCode = language()
  // The emulator answers on the page's own origin; its banner would cover the bottom bar.
  if (settings.AUTH_EMULATOR) connectAuthEmulator(auth, location.origin, { disableWarnings: true })
  let redirectFailure: unknown
  await getRedirectResult(auth, browserPopupRedirectResolver).catch((error: unknown) => {
    redirectFailure = error
  })
  storage.started()
  return { ...signingIn(auth), ...emailLinks(auth), ...credentialChanges(auth), redirectFailure }
}

function signingIn(auth: Auth) {
  let isReplacingPassword = false
  return {
    currentUser: () => auth.currentUser,
    /** Calls the listener at once with the signed-in person, then whenever the person or their ID token changes. */
    onUser: (listener: (user: User | null) => void) =>
      auth.onIdTokenChanged((user) => isReplacingPassword || listener(user)),
    /**
     * Ends every session and refresh token of the person, then signs them in again. Listeners do not see the tokens
     * that the provider issues in between: they count as signed in before the end.
     */
    replacePassword: async (email: string, password: string) => {
      isReplacingPassword = true
      try {
        if (auth.currentUser) await updatePassword(auth.currentUser, password)
        await signInWithEmailAndPassword(auth, email, password)
      } finally {
        isReplacingPassword = false
      }
    },
    createAccount: (email: string, password: string) => createUserWithEmailAndPassword(auth, email, password),
    signInWithEmail: (email: string, password: string) => signInWithEmailAndPassword(auth, email, password),
    /** @param token of our server, for the account of a person who has entered their code */
    signInWithToken: (token: string) => signInWithCustomToken(auth, token),
    signInWithGoogle: () => signInWithPopup(auth, askWhichAccount(), browserPopupRedirectResolver),
    /** Signs in once more with the account that was just chosen. */
    repeatGoogle: async (result: UserCredential) => {
      const credential = GoogleAuthProvider.credentialFromResult(result)
      return credential && signInWithCredential(auth, credential)
    },
    /** Leaves the page and returns to it. For browsers that block pop-ups. */
    redirectToGoogle: () => signInWithRedirect(auth, askWhichAccount(), browserPopupRedirectResolver),
    /** Sign-in methods of the person: `providerId` is `password` or `google.com`. */
    signInMethods: () => auth.currentUser?.providerData ?? [],
    /** Refused for any account but the signed-in one. */
    confirmWithGoogle: () => byPopup(auth, reauthenticateWithPopup),
    reload: async () => auth.currentUser?.reload(),
    signOut: () => auth.signOut(),
  }
}

const emailLinks = (auth: Auth) => ({
  /** @param continueUrl address to which the link's screen continues */
  sendVerification: async (continueUrl: string) =>
    auth.currentUser && sendEmailVerification(auth.currentUser, { url: continueUrl }),
  sendPasswordReset: (email: string) => sendPasswordResetEmail(auth, email),
  /** Reads the action and the address of a link, without executing it. */
  readLink: (code: string) => checkActionCode(auth, code),
  applyLink: (code: string) => applyActionCode(auth, code),
})

/**
 * Commands of the signed-in person. The provider refuses them after a few minutes, with
 * `auth/requires-recent-login`.
 */
const credentialChanges = (auth: Auth) => ({
  /** Takes effect when the link at the new address is used; the provider then notifies the old one. */
  sendEmailChange: async (email: string, continueUrl: string) =>
    auth.currentUser && verifyBeforeUpdateEmail(auth.currentUser, email, { url: continueUrl }),
  linkGoogle: () => byPopup(auth, linkWithPopup),
  unlinkGoogle: async () => auth.currentUser && unlink(auth.currentUser, 'google.com'),
})

/** Runs it for the signed-in person. Does nothing without one. */
const byPopup = async (auth: Auth, ask: typeof linkWithPopup) =>
  auth.currentUser && ask(auth.currentUser, askWhichAccount(), browserPopupRedirectResolver)

const askWhichAccount = () => new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })
