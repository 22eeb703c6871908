import { Problem } from '#client/ui/crash/Problem.tsx'

import { explainAuth } from './auth-errors.ts'

/** The failure of a command that may have asked the identity provider. */
export const FailureNotice = ({ error }: { error: unknown }) => (
  <Problem error={error} explain={explainAuth} />
)
