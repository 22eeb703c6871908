import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ownProfile } from '#client/lib/own-profile.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { readSettings } from '#client/lib/settings.ts'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'

import { DeleteAccount } from './DeleteAccount.tsx'
import { DeletionNotice } from './DeletionNotice.tsx'
import { FailureOf } from './FailureOf.tsx'
import styles from './account-data.module.css'
import { useExportAccount } from './queries.ts'

/**
 * What belongs to the person rather than to the profile: the sign-in, a copy of everything, and the end.
 * @param beside whether it stands beside the profile; alone for those to whom nothing else is open
 */
export function YourAccount({ beside = true }: { beside?: boolean }) {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const [deleting, setDeleting] = useState(false)
  const place = useKeptFocus<HTMLElement>(`${profile.deletionDueAt} ${deleting}`)
  return (
    <section ref={place} tabIndex={-1} aria-label="Your account" className={styles.account}>
      <DeletionNotice />
      <Card title="How you sign in">
        <p className={styles.address}>{profile.email}</p>
        {beside && (
          <p className={styles.quiet}>Who else sees this address is up to you, under “Who sees what”.</p>
        )}
      </Card>
      <Download />
      {!profile.deletionDueAt && (
        <Card title="Delete your account">
          <p>
            Your profile goes, and with it your connections, notes and requests. You have 14 days to change
            your mind.
          </p>
          <div>
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete my account…
            </Button>
          </div>
        </Card>
      )}
      <DeleteAccount open={deleting} onClose={() => setDeleting(false)} />
    </section>
  )
}

function Download() {
  const everything = useExportAccount()
  const download = () =>
    everything.mutate(undefined, {
      onSuccess: (file) => saveFile(`${readSettings().PRODUCT_SLUG}-my-data.json`, file),
    })
  return (
    <Card title="Your data">
      <p>Everything that is kept about you here, in one file that programs can read too (JSON).</p>
      <FailureOf error={everything.error} />
      <div>
        <Button variant="secondary" busy={everything.isPending && 'Collecting…'} onClick={download}>
          Download my data
        </Button>
      </div>
    </Card>
  )
}
