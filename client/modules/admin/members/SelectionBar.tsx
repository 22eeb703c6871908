import { useState } from 'react'

import * as m from '#shared/admin/messages.ts'
import type { AdminMemberRow } from '#shared/admin/members.ts'
import { MEMBERSHIP_ACTIONS, type MembershipActionKind } from '#shared/accounts/membership-actions.ts'
import { Button } from '#client/ui/Button.tsx'

import { BatchDialog } from './BatchDialog.tsx'
import styles from './members.module.css'

interface Props {
  /** The selected members. */
  members: readonly AdminMemberRow[]
  shown: number
  onSelectShown: () => void
  onClear: () => void
}

/** Commands on several members at once. */
export function SelectionBar({ members, shown, onSelectShown, onClear }: Props) {
  const [kind, setKind] = useState<MembershipActionKind>()
  return (
    <section aria-label={m.membersSelected()} className={styles.bar}>
      <output>
        {members.length === 0 ? m.membersNoneSelected() : m.membersSelectedCount({ count: members.length })}
      </output>
      {members.length === 0 ? (
        shown > 0 && (
          <Button variant="quiet" onClick={onSelectShown}>
            {m.membersSelectShown({ count: shown })}
          </Button>
        )
      ) : (
        <>
          {MEMBERSHIP_ACTIONS.map((action) => (
            <Button key={action} variant="secondary" onClick={() => setKind(action)}>
              {m.actionMore({ action: m.actionVerb({ kind: action }) })}
            </Button>
          ))}
          <Button variant="quiet" onClick={onClear}>
            {m.membersClearSelection()}
          </Button>
        </>
      )}
      {kind && (
        <BatchDialog kind={kind} members={members} onClose={() => setKind(undefined)} onDone={onClear} />
      )}
    </section>
  )
}
