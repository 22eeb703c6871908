import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { OwnConsent } from '#shared/consent.ts'
import { rememberedAgreement } from '#client/lib/agreement.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { SanitisedHtml } from '#client/ui/markdown/SanitisedHtml.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { ownConsent, useAgree } from './queries.ts'

/**
 * Asks the person to agree to a text that they have not agreed to yet, over whatever they are doing, which stays as it
 * is. Who agreed on this device when they created the account is not asked again.
 */
export function ConsentQuestion() {
  const { data } = useQuery(ownConsent)
  const [later, setLater] = useState(false)
  const due = data?.due
  if (!due || later) return null
  return due.version === rememberedAgreement() ? (
    <Agreed version={due.version} />
  ) : (
    <Question key={due.version} due={due} onLater={() => setLater(true)} />
  )
}

function Agreed({ version }: { version: number }) {
  const { mutate } = useAgree()
  useEffect(() => mutate(version), [mutate, version])
  return null
}

function Question({ due, onLater }: { due: NonNullable<OwnConsent['due']>; onLater: () => void }) {
  const agree = useAgree()
  const { version, html, agreedBefore } = due
  return (
    <Dialog
      open
      onClose={onLater}
      title={agreedBefore ? 'What you agreed to has changed' : 'Read and agree to this'}
      actions={
        <>
          <Button variant="secondary" onClick={onLater}>
            Not now
          </Button>
          <Button busy={agree.isPending && 'Saving…'} onClick={() => agree.mutate(version)}>
            I agree
          </Button>
        </>
      }
    >
      <SanitisedHtml html={html} />
      <p>Version {version}. If you choose “Not now”, we’ll ask again at your next visit.</p>
      {agree.error && <Notice tone="danger">{explainProblem(agree.error).message}</Notice>}
    </Dialog>
  )
}
