import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'

import { ErrorCode } from './ErrorCode.tsx'

/** The reason why a form could not be sent, other than its input. */
export const FormFailure = ({ message, entry }: { message: string; entry: ClientErrorEntry | undefined }) => (
  <>
    <p>{message}</p>
    <ErrorCode entry={entry} />
  </>
)
