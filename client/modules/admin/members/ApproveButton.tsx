import { useState } from 'react'

import * as m from '#shared/admin/messages.ts'
import type { AdminMemberRow } from '#shared/admin/members.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { useToast } from '#client/lib/toast.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import { ActionForm } from './ActionForm.tsx'
import { useMembershipAction } from './queries.ts'

/** Approves a person from the list, without opening their account. */
export function ApproveButton({ member }: { member: AdminMemberRow }) {
  const [isOpen, setOpen] = useState(false)
  const action = useMembershipAction(member)
  const toast = useToast()
  const name = member.displayName || member.email
  const verb = m.actionVerb({ kind: 'approve' })
  return (
    <div>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <span>
          {m.actionMore({ action: verb })}
          <VisuallyHidden> {name}</VisuallyHidden>
        </span>
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={m.actionTitle({ kind: 'approve', name })}>
        <ActionForm
          kind="approve"
          draft={member.id}
          submitLabel={verb}
          onCancel={() => setOpen(false)}
          onSubmit={async (edit) => {
            await action.mutateAsync(edit)
            toast(m.approveDone({ name }), { tone: 'success' })
            setOpen(false)
          }}
        />
      </Dialog>
    </div>
  )
}
