import { type ReactNode, Suspense, useCallback, useState } from 'react'

import { lazyPart } from '#client/lib/lazy-part.ts'
import { RecentSignInContext, SignInDeclined, type WithRecentSignIn } from '#client/lib/recent-sign-in.ts'

const SignInAgain = lazyPart(() => import('#client/modules/accounts/sign-in/SignInAgain.tsx'), 'SignInAgain')

interface PendingSignIn {
  answer: () => void
  decline: () => void
}

/** The codes of our server and of the identity provider. */
const CODES: readonly unknown[] = ['reauth_required', 'auth/requires-recent-login']

const asksForSignIn = (error: unknown) =>
  error instanceof Error && 'code' in error && CODES.includes(error.code)

/** Asks for the password or for Google over the current screen when a sensitive command needs a recent sign-in. */
export function RecentSignIn({ email, children }: { email: string; children: ReactNode }) {
  const [pending, setPending] = useState<PendingSignIn>()

  const withRecentSignIn = useCallback<WithRecentSignIn>(async (work) => {
    try {
      return await work()
    } catch (error) {
      if (!asksForSignIn(error)) throw error
      await new Promise<void>((resolve, reject) => {
        setPending({ answer: resolve, decline: () => reject(new SignInDeclined()) })
      }).finally(() => setPending(undefined))
      return work()
    }
  }, [])

  return (
    <RecentSignInContext value={withRecentSignIn}>
      {children}
      {pending && (
        <Suspense>
          <SignInAgain email={email} onDone={pending.answer} onClose={pending.decline} />
        </Suspense>
      )}
    </RecentSignInContext>
  )
}
