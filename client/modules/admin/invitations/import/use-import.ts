import { useState } from 'react'

import type { ImportResult, ImportRow } from '#shared/accounts/invitations.ts'
import { sendRows } from '#client/modules/admin/invitations/list/queries.ts'
import { useBatches } from '#client/lib/use-batches.ts'

import { sendInBatches } from './batches.ts'

/** Sends the rows of a file request by request. */
export function useInvitationImport() {
  const [arrived] = useState<ImportResult[]>([])
  const [sendsEmail, setSendsEmail] = useState(false)
  const { run, ...state } = useBatches<ImportResult>()
  return {
    ...state,
    /** Whether invited people get an email. */
    sendsEmail,
    run: (rows: readonly ImportRow[], preview: boolean) =>
      run(async (onProgress) => {
        await sendInBatches(rows, arrived, {
          async send(batch) {
            const answer = await sendRows(batch, preview)
            setSendsEmail(answer.sendsEmail)
            return answer
          },
          onProgress,
        })
        return arrived
      }),
  }
}
