import type { Form } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './editor.module.css'
import type { EventDraft } from './event-draft.ts'
import { What, When, Where, Who } from './fields.tsx'

interface Props {
  form: Form<EventDraft>
  /** On the button. */
  act: string
}

export const EventForm = ({ form, act }: Props) => (
  <form {...form.props} className={styles.form}>
    <What form={form} />
    <When form={form} />
    <Where form={form} />
    <Who form={form} />
    {form.failure && <Notice tone="danger">{form.failure}</Notice>}
    <div className={styles.actions}>
      <Button type="submit" busy={form.busy && 'Saving…'}>
        {act}
      </Button>
    </div>
  </form>
)
