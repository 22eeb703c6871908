import { lazy, Suspense, useState } from 'react'

import type { MemberCard } from '#shared/members.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

const IntroduceForm = lazy(async () => ({ default: (await import('./IntroduceForm.tsx')).IntroduceForm }))

/** Introduces a connection to another one. */
export function IntroduceButton({ member }: { member: Pick<MemberCard, 'id' | 'displayName'> }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Introduce
      </Button>
      <Dialog open={open} onClose={close} title={`Introduce ${member.displayName}`}>
        <Suspense fallback={<Spinner />}>
          <IntroduceForm member={member} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  )
}
