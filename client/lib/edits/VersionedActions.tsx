import type { ReactNode } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Submit } from '#client/ui/form/Submit.tsx'

interface Props {
  editing: {
    form: { failure: ReactNode; busy: boolean }
    isSaved: boolean
    discard: () => unknown
  }
  /** The edited thing. */
  what: 'availability' | 'note' | 'notifications'
}

/** The actions at the end of a form of `useVersionedForm`. */
export const VersionedActions = ({ editing: { form, isSaved, discard }, what }: Props) => (
  <>
    <Submit form={form} label={m.saveWhat({ what })}>
      {!isSaved && (
        <Button variant="quiet" onClick={() => void discard()}>
          {m.discardChanges()}
        </Button>
      )}
      <output className={patterns.muted}>{!isSaved && m.unsavedChanges()}</output>
    </Submit>
  </>
)
