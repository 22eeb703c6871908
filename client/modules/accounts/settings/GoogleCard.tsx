import { useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { FailureNotice } from '#client/modules/accounts/sign-in/FailureNotice.tsx'
import { GoogleMark } from '#client/modules/accounts/sign-in/GoogleMark.tsx'
import { useAction } from '#client/modules/accounts/sign-in/use-action.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { useToast } from '#client/lib/toast.ts'

import { type Credentials, credentialsOf, useCredentialChange } from './use-credentials.ts'

interface Props {
  credentials: Credentials
  onChanged: () => Promise<unknown>
}

export function GoogleCard({ credentials: { google, hasPassword }, onChanged }: Props) {
  const [removing, setRemoving] = useState(false)
  const change = useCredentialChange()
  const toast = useToast()
  const link = useAction(async () => {
    await change('google_link', (identity) => identity.linkGoogle())
    toast(m.googleAdded(), { tone: 'success' })
    await onChanged()
  })
  const onRemoved = async () => {
    setRemoving(false)
    toast(m.googleRemoved(), { tone: 'success' })
    await onChanged()
  }
  return (
    <Card title={m.google()}>
      {google ? (
        <>
          <p>{m.googleCan()}</p>
          <p className={styles.address}>{google.email}</p>
          {hasPassword ? (
            <div>
              <Button variant="secondary" onClick={() => setRemoving(true)}>
                {m.googleRemoveOpen()}
              </Button>
            </div>
          ) : (
            <p className={patterns.muted}>{m.googlePasswordFirst()}</p>
          )}
        </>
      ) : (
        <>
          <p>{m.googleAddText()}</p>
          <FailureNotice error={link.failure} />
          <div>
            <Button variant="secondary" busy={link.busy && m.googleWaiting()} onClick={link.start}>
              <GoogleMark />
              {m.googleAdd()}
            </Button>
          </div>
        </>
      )}
      <RemoveDialog open={removing} onClose={() => setRemoving(false)} onRemoved={onRemoved} />
    </Card>
  )
}

interface DialogProps {
  open: boolean
  onClose: () => void
  onRemoved: () => Promise<void>
}

function RemoveDialog({ open, onClose, onRemoved }: DialogProps) {
  const change = useCredentialChange()
  const remove = useAction(async () => {
    await change('google_unlink', async (identity) => {
      // Another tab or device may have changed the methods meanwhile: the last one must remain.
      await identity.reload()
      if (credentialsOf(identity).hasPassword) await identity.unlinkGoogle()
    })
    await onRemoved()
  })
  return (
    <ConfirmDialog
      open={open}
      title={m.googleRemoveTitle()}
      confirm={m.googleRemove()}
      danger
      busy={remove.busy && words.removing()}
      onClose={onClose}
      onConfirm={remove.start}
    >
      <p>{m.googleRemoveText()}</p>
      <FailureNotice error={remove.failure} />
    </ConfirmDialog>
  )
}
