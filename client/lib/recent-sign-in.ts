import { createContext, use } from 'react'

import * as m from '#shared/lib/messages.ts'
import { ExplainedError } from './request-errors.ts'

/** The person was asked to sign in again, and closed the dialog. */
export class SignInDeclined extends ExplainedError {
  override name = 'SignInDeclined'

  constructor() {
    super(m.signInDeclined())
  }
}

/**
 * Runs `work`. If the server requires a recent sign-in, asks the person to sign in again and runs it once more.
 * @throws SignInDeclined when they close the dialog
 */
export type WithRecentSignIn = <T>(work: () => Promise<T>) => Promise<T>

export const RecentSignInContext = createContext<WithRecentSignIn>((work) => work())

export const useRecentSignIn = () => use(RecentSignInContext)
