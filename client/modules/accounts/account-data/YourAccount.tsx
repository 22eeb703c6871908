import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { DELETION_DELAY } from '#shared/people/membership.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { SignInDeclined } from '#client/lib/recent-sign-in.ts'
import { saveFile } from '#client/lib/files/save-file.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Problem } from '#client/ui/crash/Problem.tsx'

import styles from './account-data.module.css'
import { AdminViews } from './AdminViews.tsx'
import { DeletionNotice } from './DeletionNotice.tsx'
import { useDeleteAccount, useExportAccount } from './queries.ts'

/** Data export and account deletion. */
export function YourAccount() {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const [deleting, setDeleting] = useState(false)
  return (
    <section aria-label={m.adminViewAccount()} className={styles.account}>
      <DeletionNotice />
      <ExportCard />
      <AdminViews />
      {!profile.deletionDueAt && (
        <Card title={m.deletionTitle()}>
          <p>{m.deletionText({ days: DELETION_DELAY / DAY })}</p>
          <div>
            <Button variant="secondary" onClick={() => setDeleting(true)}>
              {m.deletionOpen()}
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
    <Card title={m.yourData()}>
      <p>{m.exportText()}</p>
      <FailureNotice error={exporting.error} />
      <div>
        <Button variant="secondary" busy={exporting.isPending && m.exportBusy()} onClick={download}>
          {m.exportOpen()}
        </Button>
      </div>
    </Card>
  )
}

function DeletionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const deletion = useDeleteAccount(onClose)
  return (
    <ConfirmDialog
      open={open}
      title={m.deletionDialog()}
      confirm={m.deletionConfirm()}
      keep={m.keepAccount()}
      danger
      busy={deletion.isPending && m.oneMoment()}
      onClose={onClose}
      onConfirm={() => deletion.run()}
    >
      <p>{m.deletionBefore({ days: DELETION_DELAY / DAY })}</p>
      <ul className={patterns.bulleted}>
        <li>{m.deletionProfile()}</li>
        <li>{m.deletionSeats()}</li>
        <li>{m.deletionName()}</li>
        <li>{m.deletionEnd()}</li>
      </ul>
      <FailureNotice error={deletion.error} />
    </ConfirmDialog>
  )
}

/** Cancelling the new sign-in is no error. */
const FailureNotice = ({ error }: { error: Error | null }) => (
  <Problem error={error} tone={error instanceof SignInDeclined ? 'info' : 'danger'} />
)
