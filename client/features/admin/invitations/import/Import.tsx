import { useState } from 'react'

import type { ImportRow } from '#shared/invitations.ts'
import { Button } from '#client/ui/Button.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import styles from '#client/features/admin/invitations/invitations.module.css'
import { AddPeople } from './AddPeople.tsx'
import { CheckRows } from './CheckRows.tsx'
import { MatchColumns } from './MatchColumns.tsx'

type Step = { name: 'add' } | { name: 'columns'; table: string[][] } | { name: 'check'; rows: ImportRow[] }

/** From addresses or a file to invitations: nothing is sent before the last step is confirmed. */
export function Import({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'add' })
  const restart = () => setStep({ name: 'add' })
  const check = (rows: ImportRow[]) => setStep({ name: 'check', rows })
  return (
    <Stack gap={4}>
      <div className={styles.header}>
        <h2>Invite people</h2>
        <Button variant="quiet" onClick={onClose}>
          Back to invitations
        </Button>
      </div>
      {step.name === 'add' && (
        <AddPeople onRows={check} onTable={(table) => setStep({ name: 'columns', table })} />
      )}
      {step.name === 'columns' && <MatchColumns table={step.table} onRows={check} onBack={restart} />}
      {step.name === 'check' && <CheckRows rows={step.rows} onBack={restart} onClose={onClose} />}
    </Stack>
  )
}
