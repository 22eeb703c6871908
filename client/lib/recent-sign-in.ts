import { createContext, use } from 'react'

import { ExplainedError } from './request-errors.ts'

/** The person was asked to sign in again, and didn't. */
export class SignInDeclined extends ExplainedError {
  override name = 'SignInDeclined'

  constructor() {
    super('Nothing was changed, because you didn’t sign in again.')
  }
}

/**
 * Runs `work`. If the server requires a recent sign-in, asks the person to sign in again and runs it once more.
 * @throws SignInDeclined when they close the dialog
 */
export type WithRecentSignIn = <T>(work: () => Promise<T>) => Promise<T>

export const RecentSignInContext = createContext<WithRecentSignIn>((work) => work())

export const useRecentSignIn = () => use(RecentSignInContext)
