import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'

import { RecentSignInContext, SignInDeclined, type WithRecentSignIn } from '#client/lib/recent-sign-in.ts'

const SignInAgain = lazy(async () => ({
  default: (await import('#client/features/account/SignInAgain.tsx')).SignInAgain,
}))

interface PendingSignIn {
  answer: () => void
  decline: () => void
}

/** Our server's code, and the identity provider's. */
const CODES: readonly unknown[] = ['reauth_required', 'auth/requires-recent-login']

const asksForSignIn = (error: unknown) =>
  error instanceof Error && 'code' in error && CODES.includes(error.code)

/** Asks for the password or for Google when a sensitive command needs a recent sign-in, over the current screen. */
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
