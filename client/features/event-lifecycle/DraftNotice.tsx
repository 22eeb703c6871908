import { useState } from 'react'

import type { EventDetails } from '#shared/events.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { LifecycleDialog } from './LifecycleDialog.tsx'

/** What is below is what members will see, once it is published. */
export function DraftNotice({ event }: { event: EventDetails }) {
  const [asking, setAsking] = useState(false)
  return (
    <Notice
      tone="info"
      title="This is a draft."
      actions={
        <>
          <Button onClick={() => setAsking(true)}>Publish…</Button>
          <LinkButton variant="secondary" to="?manage=edit">
            Go on editing
          </LinkButton>
        </>
      }
    >
      Only those who run it see it, as members will once it is published.
      <LifecycleDialog event={event} act={asking ? 'publish' : undefined} onClose={() => setAsking(false)} />
    </Notice>
  )
}
