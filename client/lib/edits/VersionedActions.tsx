import type { ReactNode } from 'react'

import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'

interface Props {
  editing: {
    form: { failure: ReactNode; busy: boolean }
    isSaved: boolean
    isConflicting: boolean
    keepMine: () => void
    discard: () => void
  }
  /** Such as `availability`. */
  what: string
}

/** The end of a form of `useVersionedForm`. */
export const VersionedActions = ({ editing, what }: Props) => {
  const { form, isSaved, isConflicting, keepMine, discard } = editing
  return (
    <>
      {isConflicting && (
        <Notice
          tone="warning"
          title={`You changed your ${what} on another device`}
          actions={
            <>
              <Button variant="secondary" onClick={keepMine}>
                Keep mine
              </Button>
              <Button variant="quiet" onClick={discard}>
                Use the other version
              </Button>
            </>
          }
        >
          Nothing was overwritten. Choose a version, then save.
        </Notice>
      )}
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <div className={patterns.actions}>
        <Button type="submit" busy={form.busy && 'Saving…'} disabled={isConflicting}>
          Save {what}
        </Button>
        {!isSaved && !isConflicting && (
          <Button variant="quiet" onClick={discard}>
            Discard changes
          </Button>
        )}
        <output className={patterns.muted}>{!isSaved && 'Unsaved changes'}</output>
      </div>
    </>
  )
}
