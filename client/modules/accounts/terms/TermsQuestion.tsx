import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import type { OwnAgreement } from '#shared/accounts/terms.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { SanitisedHtml } from '#client/ui/markdown/SanitisedHtml.tsx'
import { Problem } from '#client/ui/crash/Problem.tsx'

import { rememberedAgreement } from './remembered-agreement.ts'
import { ownAgreement, useAgree } from './queries.ts'

/**
 * Asks the person to agree to a new text, in a dialog over their current screen, which stays unchanged. A person who
 * agreed on this device while creating the account is not asked again.
 */
export function TermsQuestion() {
  const { data } = useQuery(ownAgreement)
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

function Question({ due, onLater }: { due: NonNullable<OwnAgreement['due']>; onLater: () => void }) {
  const agree = useAgree()
  const { version, html, agreedBefore } = due
  return (
    <Dialog
      open
      onClose={onLater}
      title={agreedBefore ? m.termsChanged() : m.termsRead()}
      actions={
        <>
          <Button variant="secondary" onClick={onLater}>
            {m.termsLater()}
          </Button>
          <Button busy={agree.isPending && words.saving()} onClick={() => agree.run(version)}>
            {m.termsAgree()}
          </Button>
        </>
      }
    >
      <SanitisedHtml html={html} />
      <p>{m.termsVersion({ version })}</p>
      <Problem error={agree.error} />
    </Dialog>
  )
}
