import { useState } from 'react'

import type { AdminMemberRow } from '#shared/admin-members.ts'
import { MEMBERSHIP_ACTIONS, type MembershipActionKind } from '#shared/membership-actions.ts'
import { ACTION_VERBS } from '#client/features/admin/labels.ts'
import { Button } from '#client/ui/Button.tsx'

import { BatchDialog } from './BatchDialog.tsx'
import styles from './members.module.css'

interface Props {
  /** The selected ones. */
  members: readonly AdminMemberRow[]
  shown: number
  onSelectShown: () => void
  onClear: () => void
}

/** What can be done with several members at once. */
export function SelectionBar({ members, shown, onSelectShown, onClear }: Props) {
  const [kind, setKind] = useState<MembershipActionKind>()
  return (
    <section aria-label="Selected members" className={styles.bar}>
      <output>{members.length === 0 ? 'None selected' : `${members.length} selected`}</output>
      {members.length === 0 ? (
        shown > 0 && (
          <Button variant="quiet" onClick={onSelectShown}>
            Select the {shown} shown
          </Button>
        )
      ) : (
        <>
          {MEMBERSHIP_ACTIONS.map((action) => (
            <Button key={action} variant="secondary" onClick={() => setKind(action)}>
              {ACTION_VERBS[action]}…
            </Button>
          ))}
          <Button variant="quiet" onClick={onClear}>
            Clear selection
          </Button>
        </>
      )}
      {kind && (
        <BatchDialog kind={kind} members={members} onClose={() => setKind(undefined)} onDone={onClear} />
      )}
    </section>
  )
}
