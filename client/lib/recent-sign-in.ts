import { createContext, use } from 'react'

/** The person was asked to prove who they are once more, and did not. */
export class SignInDeclined extends Error {
  override name = 'SignInDeclined'

  constructor() {
    super('Nothing was done: you did not sign in again.')
  }
}

/**
 * Does the work; where the server wants a recent sign-in for it, asks the person to sign in again and then goes on.
 * @throws SignInDeclined when they close the question
 */
export type WithRecentSignIn = <T>(work: () => Promise<T>) => Promise<T>

export const RecentSignInContext = createContext<WithRecentSignIn>((work) => work())

export const useRecentSignIn = () => use(RecentSignInContext)
