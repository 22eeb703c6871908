import type { RelationshipState } from '#shared/connection-rules.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'

import styles from './relationship.module.css'
import { useBlocking } from './use-blocking.ts'
import type { Named } from './use-connection-commands.ts'

interface Props {
  member: Named
  state: RelationshipState
  open: boolean
  onClose: () => void
  /** Once it holds. */
  onBlocked?: (() => void | Promise<void>) | undefined
}

/** What ends now and does not come back with unblocking. */
const ENDS: Partial<Record<RelationshipState, string>> = {
  connected: 'Your connection ends. Unblocking does not bring it back.',
  requestSent: 'Your request is withdrawn.',
  requestReceived: 'You will not see their request any more.',
}

export function BlockDialog({ member, state, open, onClose, onBlocked }: Props) {
  const { displayName } = member
  const { run, isPending } = useBlocking(member, () => {
    onClose()
    return onBlocked?.()
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Block ${displayName}?`}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={isPending && 'Blocking…'} onClick={() => run('block')}>
            Block
          </Button>
        </>
      }
    >
      <ul className={styles.consequences}>
        <li>{displayName} is not told.</li>
        <li>
          They no longer find you: not in the directory, not among those who come to an event, not by your
          profile’s address.
        </li>
        <li>
          You no longer find them either, except in your list of blocked people, where you can unblock them.
        </li>
        {ENDS[state] && <li>{ENDS[state]}</li>}
        <li>Organisers of an event still see everyone who comes to it.</li>
      </ul>
    </Dialog>
  )
}
