import type { ReactNode } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button, type ButtonVariant } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

interface Props {
  form: { failure: ReactNode; busy: boolean }
  label: string
  /** Label while the command runs. */
  busy?: string
  variant?: ButtonVariant
  /** Fills the width of the form. */
  wide?: boolean
  /** Other buttons beside it. */
  children?: ReactNode
}

/** The end of a form: why it failed, and its button. */
export function Submit({ form, label, busy = m.saving(), variant, wide, children }: Props) {
  const button = (
    <Button type="submit" variant={variant} busy={form.busy && busy}>
      {label}
    </Button>
  )
  return (
    <>
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      {wide ? (
        button
      ) : (
        <div className={patterns.actions}>
          {button}
          {children}
        </div>
      )}
    </>
  )
}
