import type { ReactNode } from 'react'

import * as m from '#shared/meetings/messages.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './form.module.css'

interface Props<V extends object> {
  form: Form<V>
  /** Labels of the button, before and during the submission. */
  submit: string
  busy: string
  children: ReactNode
}

export const FormFrame = <V extends object>({ form, submit, busy, children }: Props<V>) => (
  <form {...form.props} className={styles.form}>
    {children}
    {form.failure && <Notice tone="danger">{form.failure}</Notice>}
    <div className={patterns.formEnd}>
      <Button type="submit" busy={form.busy && busy}>
        {submit}
      </Button>
      <p className={patterns.muted}>{m.formUnsaved()}</p>
    </div>
  </form>
)
