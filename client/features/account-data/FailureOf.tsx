import { SignInDeclined } from '#client/lib/recent-sign-in.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Notice } from '#client/ui/Notice.tsx'

/** Why it was not done; that the person did not want to go on is no fault. */
export function FailureOf({ error }: { error: Error | null }) {
  if (!error) return null
  if (error instanceof SignInDeclined) return <Notice tone="info">{error.message}</Notice>
  return <Notice tone="danger">{explainProblem(error).message}</Notice>
}
