import { useState } from 'react'

import styles from '#client/features/account/account.module.css'
import { FailureNotice } from '#client/features/account/FailureNotice.tsx'
import { GoogleMark } from '#client/features/account/GoogleButton.tsx'
import { useCommand } from '#client/features/account/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import patterns from '#client/ui/patterns.module.css'
import { useToast } from '#client/ui/toast.ts'

import { type Credentials, credentialsOf, useCredentialChange } from './use-credentials.ts'

interface Props {
  credentials: Credentials
  onChanged: () => Promise<unknown>
}

export function GoogleCard({ credentials: { google, hasPassword }, onChanged }: Props) {
  const [removing, setRemoving] = useState(false)
  const change = useCredentialChange()
  const toast = useToast()
  const link = useCommand(async () => {
    await change('google_link', (identity) => identity.linkGoogle())
    toast('Google added.', { tone: 'success' })
    await onChanged()
  })
  const onRemoved = async () => {
    setRemoving(false)
    toast('Google removed.', { tone: 'success' })
    await onChanged()
  }
  return (
    <Card title="Google">
      {google ? (
        <>
          <p>You can sign in with Google:</p>
          <p className={styles.address}>{google.email}</p>
          {hasPassword ? (
            <div>
              <Button variant="secondary" onClick={() => setRemoving(true)}>
                Remove Google…
              </Button>
            </div>
          ) : (
            <p className={patterns.muted}>To remove it, add a password first.</p>
          )}
        </>
      ) : (
        <>
          <p>Add Google to sign in without your password.</p>
          <FailureNotice error={link.failure} />
          <div>
            <Button variant="secondary" busy={link.busy && 'Waiting for Google…'} onClick={link.start}>
              <GoogleMark />
              Add Google
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
  const remove = useCommand(async () => {
    await change('google_unlink', async (identity) => {
      // Another tab or device may have changed the methods meanwhile: the last one stays.
      await identity.reload()
      if (credentialsOf(identity).hasPassword) await identity.unlinkGoogle()
    })
    await onRemoved()
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Remove Google?"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep Google
          </Button>
          <Button variant="danger" busy={remove.busy && 'Removing…'} onClick={remove.start}>
            Remove Google
          </Button>
        </>
      }
    >
      <p>You’ll sign in with your email and password only. You can add Google again at any time.</p>
      <FailureNotice error={remove.failure} />
    </Dialog>
  )
}
