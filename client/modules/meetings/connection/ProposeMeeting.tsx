import { Suspense, useState } from 'react'

import { planMeeting } from '#shared/people/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

const Proposal = lazyPart(() => import('#client/modules/meetings/meetings/form/ProposalForm.tsx'), 'Proposal')

/** Proposes a meeting by one line and the best times, without the form. */
export function ProposeMeeting({ member }: { member: { id: string; displayName: string } }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{planMeeting()}</Button>
      <Dialog open={open} onClose={close} title={m.proposeTitle({ name: member.displayName })}>
        <Suspense fallback={<Spinner label={m.bestLooking()} />}>
          <Proposal member={member} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  )
}
