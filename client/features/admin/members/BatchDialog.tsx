import { useState } from 'react'

import type { AdminMemberRow, BatchResult, MembershipActionEdit } from '#shared/admin-members.ts'
import type { MembershipActionKind } from '#shared/membership-actions.ts'
import { ACTION_VERBS } from '#client/features/admin/labels.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { ActionForm } from './ActionForm.tsx'
import styles from './members.module.css'
import { useBatch } from './queries.ts'

interface Props {
  kind: MembershipActionKind
  members: readonly AdminMemberRow[]
  onClose: () => void
  onDone: () => void
}

const PAST: Record<MembershipActionKind, string> = {
  approve: 'approved',
  decline: 'declined',
  suspend: 'suspended',
  restore: 'restored',
  changeRole: 'changed',
}

/** Three steps: what the action needs, what will happen to whom, and what has happened. */
export function BatchDialog({ kind, members, onClose, onDone }: Props) {
  const batch = useBatch()
  // Kept as they were chosen: the list below loads anew while the dialog is open.
  const [chosen] = useState(() => members.map(({ id, version }) => ({ id, version })))
  const [action, setAction] = useState<MembershipActionEdit>()
  const [preview, setPreview] = useState<BatchResult>()
  const [result, setResult] = useState<BatchResult>()
  const planned = preview?.items.filter(({ outcome }) => outcome === 'done').length ?? 0

  async function plan(edit: MembershipActionEdit) {
    setAction(edit)
    setPreview(await batch.mutateAsync({ action: edit, members: chosen, preview: true }))
  }
  const confirm = () =>
    action &&
    batch.mutate({ action, members: chosen, preview: false }, { onSuccess: (done) => setResult(done) })
  const close = () => {
    if (result) onDone()
    onClose()
  }

  const shown = result ?? preview
  return (
    <Dialog
      open
      onClose={close}
      title={`${ACTION_VERBS[kind]}: ${countLabel(chosen.length)}`}
      actions={
        shown && (
          <>
            <Button variant="secondary" onClick={close}>
              {result ? 'Close' : 'Cancel'}
            </Button>
            {!result && planned > 0 && (
              <Button
                variant={kind === 'suspend' || kind === 'decline' ? 'danger' : 'primary'}
                busy={batch.isPending && 'Saving…'}
                onClick={confirm}
              >
                {`${ACTION_VERBS[kind]} ${countLabel(planned)}`}
              </Button>
            )}
          </>
        )
      }
    >
      {shown ? (
        <Stack gap={3}>
          {batch.error ? <Notice tone="danger">{explainProblem(batch.error).message}</Notice> : null}
          <Outcomes kind={kind} result={shown} isDone={result !== undefined} />
        </Stack>
      ) : (
        <ActionForm kind={kind} submitLabel="Continue" onSubmit={plan} />
      )}
    </Dialog>
  )
}

function Outcomes({
  kind,
  result,
  isDone,
}: {
  kind: MembershipActionKind
  result: BatchResult
  isDone: boolean
}) {
  const of = (outcome: BatchResult['items'][number]['outcome']) =>
    result.items.filter((item) => item.outcome === outcome)
  const [done, unchanged, refused] = [of('done'), of('unchanged'), of('refused')]
  return (
    <>
      <output>
        {countLabel(done.length)} {isDone ? (done.length === 1 ? 'was' : 'were') : 'will be'} {PAST[kind]}.
        {unchanged.length > 0 && ` ${countLabel(unchanged.length)} stayed as before.`}
        {refused.length > 0 && ` ${countLabel(refused.length)} can’t be ${PAST[kind]}:`}
      </output>
      {refused.length > 0 && (
        <ul className={styles.outcomes}>
          {refused.map(({ id, displayName, message }) => (
            <li key={id}>
              {displayName || 'No name yet'}: {message}
            </li>
          ))}
        </ul>
      )}
      {!isDone && done.length > 0 && (
        <ul className={styles.outcomes} aria-label={`Will be ${PAST[kind]}`}>
          {done.map(({ id, displayName }) => (
            <li key={id}>{displayName || 'No name yet'}</li>
          ))}
        </ul>
      )}
    </>
  )
}

const countLabel = (count: number) => (count === 1 ? '1 member' : `${count} members`)
