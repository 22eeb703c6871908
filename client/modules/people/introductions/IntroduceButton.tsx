import { Suspense, useState } from 'react'

import * as m from '#shared/people/messages.ts'
import type { MemberCard } from '#shared/people/members.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

const IntroduceForm = lazyPart(() => import('./IntroduceForm.tsx'), 'IntroduceForm')

/** Introduces a connection to another one. */
export function IntroduceButton({ member }: { member: Pick<MemberCard, 'id' | 'displayName'> }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {m.introduce()}
      </Button>
      <Dialog open={open} onClose={close} title={m.introduceTitle({ name: member.displayName })}>
        <Suspense fallback={<Spinner />}>
          <IntroduceForm member={member} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  )
}
