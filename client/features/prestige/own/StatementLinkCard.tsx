import { useState } from 'react'

import type { OwnPrestige } from '#shared/prestige.ts'
import { useLinkCreation, useLinkRevocation } from '#client/features/prestige/queries.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { CopyField } from '#client/ui/CopyField.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

/** Creates, replaces and revokes the link to the statement that anyone can verify. */
export function StatementLinkCard({ link }: { link: OwnPrestige['link'] | undefined }) {
  const creation = useLinkCreation()
  const revocation = useLinkRevocation()
  const error = creation.error ?? revocation.error
  const [replacing, setReplacing] = useState(false)
  const replace = () => {
    setReplacing(false)
    creation.create()
  }
  const revoke = () => revocation.mutate(undefined, { onSuccess: () => creation.reset() })
  return (
    <Card title="Verified statement">
      <Stack gap={3}>
        <p>
          Anyone who has the link sees your tier, since when, how many people confirmed it, and your public
          profile fields. The server verifies it each time.
        </p>
        {creation.data && link && (
          <>
            <Notice tone="success" title="Your link is ready">
              Copy it now: we show it only once.
            </Notice>
            <CopyField label="Statement link" name="statement" value={creation.data.url} />
          </>
        )}
        {link && !creation.data && (
          <p className={patterns.muted}>
            Created <DateOf at={link.createdAt} />. We can’t show it again. If you lost it, replace it: the
            old link stops working.
          </p>
        )}
        {error && <Notice tone="danger">{explainProblem(error).message}</Notice>}
        <div className={patterns.actions}>
          <Button
            variant="secondary"
            busy={creation.isPending && 'Creating…'}
            onClick={link ? () => setReplacing(true) : creation.create}
          >
            {link ? 'Replace link…' : 'Create link'}
          </Button>
          {link && (
            <Button variant="quiet" busy={revocation.isPending && 'Revoking…'} onClick={revoke}>
              Revoke link
            </Button>
          )}
        </div>
      </Stack>
      <Dialog
        open={replacing}
        onClose={() => setReplacing(false)}
        title="Replace this link?"
        actions={
          <>
            <Button variant="secondary" onClick={() => setReplacing(false)}>
              Keep this link
            </Button>
            <Button onClick={replace}>Replace link</Button>
          </>
        }
      >
        <p>The old link stops working for everyone you shared it with.</p>
      </Dialog>
    </Card>
  )
}
