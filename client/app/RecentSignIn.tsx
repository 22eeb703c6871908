import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'

import { RecentSignInContext, SignInDeclined, type WithRecentSignIn } from '#client/lib/recent-sign-in.ts'
import { ProblemError } from '#client/lib/request.ts'

const SignInAgain = lazy(async () => ({
  default: (await import('#client/features/account/SignInAgain.tsx')).SignInAgain,
}))

interface Question {
  answer: () => void
  decline: () => void
}

/** Asks for a password or for Google where a sensitive act needs it, over whatever screen is shown. */
export function RecentSignIn({ email, children }: { email: string; children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()

  const withRecentSignIn = useCallback<WithRecentSignIn>(async (work) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'reauth_required')) throw error
      await new Promise<void>((resolve, reject) => {
        setQuestion({ answer: resolve, decline: () => reject(new SignInDeclined()) })
      }).finally(() => setQuestion(undefined))
      return work()
    }
  }, [])

  return (
    <RecentSignInContext value={withRecentSignIn}>
      {children}
      {question && (
        <Suspense>
          <SignInAgain email={email} onDone={question.answer} onClose={question.decline} />
        </Suspense>
      )}
    </RecentSignInContext>
  )
}
