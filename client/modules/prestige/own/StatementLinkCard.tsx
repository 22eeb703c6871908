import { useState } from 'react'

import * as m from '#shared/prestige/messages.ts'
import type { OwnPrestige } from '#shared/prestige/schema.ts'
import { useLinkCreation, useLinkRevocation } from '#client/modules/prestige/queries.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { CopyField } from '#client/ui/form/CopyField.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Problem } from '#client/ui/crash/Problem.tsx'

/** Creates, replaces and revokes the link to the statement that anyone can verify. */
export function StatementLinkCard({ link }: { link: OwnPrestige['link'] | undefined }) {
  const creation = useLinkCreation()
  const revocation = useLinkRevocation(creation.reset)
  const [replacing, setReplacing] = useState(false)
  const [revoking, setRevoking] = useState(false)
  const replace = () => {
    setReplacing(false)
    creation.run()
  }
  return (
    <Card title={m.linkTitle()}>
      <Stack gap={3}>
        <p>{m.linkText()}</p>
        {creation.data && link && (
          <>
            <Notice tone="success" title={m.linkReady()}>
              {m.linkReadyText()}
            </Notice>
            <CopyField label={m.linkField()} name="statement" value={creation.data.url} />
          </>
        )}
        {link && !creation.data && (
          <p className={patterns.muted}>{rich(m.linkCreated({ date: <DateOf at={link.createdAt} /> }))}</p>
        )}
        <Problem error={creation.error ?? revocation.error} />
        <div className={patterns.actions}>
          <Button
            variant="secondary"
            busy={creation.isPending && m.linkCreating()}
            onClick={link ? () => setReplacing(true) : () => creation.run()}
          >
            {link ? m.linkReplace() : m.linkCreate()}
          </Button>
          {link && (
            <Button
              variant="quiet"
              busy={revocation.isPending && m.linkRevoking()}
              onClick={() => setRevoking(true)}
            >
              {m.linkRevoke()}
            </Button>
          )}
        </div>
      </Stack>
      <ConfirmDialog
        open={replacing}
        title={m.linkReplaceQuestion()}
        confirm={m.linkReplaceNow()}
        onClose={() => setReplacing(false)}
        onConfirm={replace}
      >
        <p>{m.linkReplaceText()}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={revoking}
        title={m.linkRevokeQuestion()}
        confirm={m.linkRevokeNow()}
        onClose={() => setRevoking(false)}
        onConfirm={() => {
          setRevoking(false)
          revocation.run()
        }}
      >
        <p>{m.linkRevokeText()}</p>
      </ConfirmDialog>
    </Card>
  )
}
