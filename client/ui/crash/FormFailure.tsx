import type { ClientErrorEntry } from '#shared/client-errors.ts'

import { ErrorCode } from './ErrorCode.tsx'

/** Why a form could not be sent, where that is no fault of what was typed. */
export const FormFailure = ({ message, entry }: { message: string; entry: ClientErrorEntry }) => (
  <>
    <p>{message}</p>
    <ErrorCode entry={entry} />
  </>
)
