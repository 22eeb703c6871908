import type { ReactNode } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

interface Props {
  form: { failure: ReactNode; busy: boolean }
  onCancel: () => void
  /** Label of the button. */
  submit: string
  /** Label while the command runs. */
  busy: string
  /** Label of the other button; `Cancel` by default. */
  keep?: string | undefined
  tone?: 'primary' | 'danger' | undefined
}

/** The end of a form in a dialog: why it failed, and its buttons. */
export const FormEnd = ({ form, onCancel, submit, busy, keep = m.cancel(), tone = 'primary' }: Props) => (
  <>
    {form.failure && <Notice tone="danger">{form.failure}</Notice>}
    <div className={patterns.endActions}>
      <Button variant="secondary" onClick={onCancel}>
        {keep}
      </Button>
      <Button type="submit" variant={tone} busy={form.busy && busy}>
        {submit}
      </Button>
    </div>
  </>
)
