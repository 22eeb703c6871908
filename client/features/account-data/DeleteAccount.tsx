import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { useToast } from '#client/ui/toast.ts'

import { FailureOf } from './FailureOf.tsx'
import styles from './account-data.module.css'
import { useDeleteAccount } from './queries.ts'

/** Says what happens before it happens. */
export function DeleteAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
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
      <ul className={styles.list}>
        <li>your profile, photo, connections, notes and requests are deleted for good,</li>
        <li>your seats at coming events go to others,</li>
        <li>where others’ history needs someone, it says “Former member”,</li>
        <li>you cannot sign in any more; you could join again as someone new.</li>
      </ul>
      <FailureOf error={deletion.error} />
    </Dialog>
  )
}
