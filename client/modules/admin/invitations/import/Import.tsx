import { useState } from 'react'

import * as m from '#shared/admin/messages.ts'
import type { ImportRow } from '#shared/accounts/invitations.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import { BackLink } from '#client/ui/page/BackLink.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { AddPeople } from './AddPeople.tsx'
import { CheckRows } from './CheckRows.tsx'
import { MatchColumns } from './MatchColumns.tsx'
import type { CellTable } from '#client/lib/files/read-table.ts'

type Step =
  | { name: 'add' }
  | { name: 'columns'; table: CellTable }
  | { name: 'check'; rows: ImportRow[]; numbers?: readonly number[] }

/** Turns addresses or a file into invitations: nothing is sent before the last step is confirmed. */
export function Import({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'add' })
  const restart = () => setStep({ name: 'add' })
  const check = (rows: ImportRow[], numbers?: readonly number[]) => setStep({ name: 'check', rows, numbers })
  return (
    <Stack gap={4}>
      <div>
        <BackLink to={adminPath('invitations')}>{m.importBack()}</BackLink>
        <h2>{m.invitationsInvite()}</h2>
      </div>
      {step.name === 'add' && (
        <AddPeople onRows={check} onTable={(table) => setStep({ name: 'columns', table })} />
      )}
      {step.name === 'columns' && <MatchColumns table={step.table} onRows={check} onBack={restart} />}
      {step.name === 'check' && <CheckRows {...step} onBack={restart} onClose={onClose} />}
    </Stack>
  )
}
