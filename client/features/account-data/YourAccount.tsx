import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ownProfile } from '#client/lib/own-profile.ts'
import { SignInDeclined } from '#client/lib/recent-sign-in.ts'
import { saveFile } from '#client/lib/files.ts'
import { readSettings } from '#client/lib/settings.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { useToast } from '#client/ui/toast.ts'

import styles from './account-data.module.css'
import { AdminViews } from './AdminViews.tsx'
import { DeletionNotice } from './DeletionNotice.tsx'
import { useDeleteAccount, useExportAccount } from './queries.ts'

/** Data export and account deletion. */
export function YourAccount() {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const [deleting, setDeleting] = useState(false)
  const section = useFocusFallback<HTMLElement>(`${profile.deletionDueAt} ${deleting}`)
  return (
    <section ref={section} tabIndex={-1} aria-label="Your account" className={styles.account}>
      <DeletionNotice />
      <ExportCard />
      <AdminViews />
      {!profile.deletionDueAt && (
        <Card title="Delete your account">
          <p>
            This deletes your profile, connections, notes and requests. You have 14 days to change your mind.
          </p>
          <div>
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete my account…
            </Button>
          </div>
        </Card>
      )}
      <DeletionDialog open={deleting} onClose={() => setDeleting(false)} />
    </section>
  )
}

function ExportCard() {
  const exporting = useExportAccount()
  const download = () =>
    exporting.mutate(undefined, {
      onSuccess: (file) => saveFile(`${readSettings().PRODUCT_SLUG}-my-data.json`, file),
    })
  return (
    <Card title="Your data">
      <p>Download everything we store about you as a JSON file.</p>
      <FailureNotice error={exporting.error} />
      <div>
        <Button variant="secondary" busy={exporting.isPending && 'Preparing…'} onClick={download}>
          Download my data
        </Button>
      </div>
    </Card>
  )
}

function DeletionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const deletion = useDeleteAccount()
  const toast = useToast()
  const start = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        toast('Your account will be deleted in 14 days.')
        onClose()
      },
    })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Delete your account?"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep my account
          </Button>
          <Button variant="danger" busy={deletion.isPending && 'One moment…'} onClick={start}>
            Delete in 14 days
          </Button>
        </>
      }
    >
      <p>For 14 days nothing is lost: you can come back to this page and keep your account. After that:</p>
      <ul className={patterns.bulleted}>
        <li>your profile, photo, connections, notes and requests are deleted for good,</li>
        <li>your seats at upcoming events are released,</li>
        <li>your name is replaced with “Former member”,</li>
        <li>you cannot sign in any more; you could join again as someone new.</li>
      </ul>
      <FailureNotice error={deletion.error} />
    </Dialog>
  )
}

/** A member who cancels the new sign-in has made no error. */
function FailureNotice({ error }: { error: Error | null }) {
  if (!error) return null
  if (error instanceof SignInDeclined) return <Notice tone="info">{error.message}</Notice>
  return <Notice tone="danger">{explainProblem(error).message}</Notice>
}
