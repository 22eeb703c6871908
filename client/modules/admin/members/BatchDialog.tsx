import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { AdminMemberRow } from '#shared/admin/members.ts'
import type { BatchResult, MembershipActionEdit } from '#shared/accounts/memberships.ts'
import type { MembershipActionKind } from '#shared/accounts/membership-actions.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Problem } from '#client/ui/crash/Problem.tsx'

import { ActionForm } from './ActionForm.tsx'
import styles from './members.module.css'
import { useBatch } from './queries.ts'

interface Props {
  kind: MembershipActionKind
  members: readonly AdminMemberRow[]
  onClose: () => void
  onDone: () => void
}

/** Three steps: the input of the action, a preview of its effects, and the results. */
export function BatchDialog({ kind, members, onClose, onDone }: Props) {
  const batch = useBatch()
  // Kept as chosen, because the list below is refetched while the dialog is open.
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
      title={m.batchTitle({ kind, count: chosen.length })}
      actions={
        shown && (
          <>
            <Button variant="secondary" onClick={close}>
              {result ? words.close() : words.cancel()}
            </Button>
            {!result && planned > 0 && (
              <Button
                variant={kind === 'suspend' || kind === 'decline' ? 'danger' : 'primary'}
                busy={batch.isPending && words.saving()}
                onClick={confirm}
              >
                {m.batchConfirm({ kind, count: planned })}
              </Button>
            )}
          </>
        )
      }
    >
      {shown ? (
        <Stack gap={3}>
          <Problem error={batch.error} />
          <Outcomes kind={kind} result={shown} isDone={result !== undefined} />
        </Stack>
      ) : (
        <ActionForm
          kind={kind}
          draft="batch"
          submitLabel={m.continueButton()}
          onCancel={close}
          onSubmit={plan}
        />
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
        {(isDone ? m.batchDone : m.batchPlanned)({ kind, count: done.length })}
        {unchanged.length > 0 && ` ${m.batchUnchanged({ count: unchanged.length })}`}
        {refused.length > 0 && ` ${m.batchRefused({ kind, count: refused.length })}`}
      </output>
      {refused.length > 0 && (
        <ul className={styles.outcomes}>
          {refused.map(({ id, displayName, message }) => (
            <li key={id}>{words.labelled({ label: displayName || m.noName(), value: message ?? '' })}</li>
          ))}
        </ul>
      )}
      {!isDone && done.length > 0 && (
        <ul className={styles.outcomes} aria-label={m.batchWillBe({ kind })}>
          {done.map(({ id, displayName }) => (
            <li key={id}>{displayName || m.noName()}</li>
          ))}
        </ul>
      )}
    </>
  )
}
