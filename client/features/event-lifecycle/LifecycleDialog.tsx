import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import { COMMAND_LABELS, type LifecycleCommand } from './commands.ts'
import styles from './lifecycle.module.css'
import { useLifecycleCommand } from './use-lifecycle-command.ts'

interface Props {
  event: EventDetails
  /** Undefined while nothing is asked. */
  act: LifecycleCommand | undefined
  onClose: () => void
}

export function LifecycleDialog({ act, ...props }: Props) {
  return (
    <Dialog open={act !== undefined} onClose={props.onClose} title={act ? COMMAND_LABELS[act].question : ''}>
      {act && <Question act={act} {...props} />}
    </Dialog>
  )
}

function Question({ event, act, onClose }: Props & { act: LifecycleCommand }) {
  const words = COMMAND_LABELS[act]
  const run = useLifecycleCommand(event)
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      act === 'cancel' && reason.trim().length < 3 ? { reason: 'Please say why, in a few words.' } : {},
    submit: async ({ reason }) => {
      await run(act, reason.trim())
      onClose()
    },
  })
  // What an event still lacks to be published is for its own form to say beside the field.
  const lacking = Object.entries(form.errors).flatMap(([name, said]) => (name === 'reason' ? [] : [said]))
  return (
    <form {...form.props} className={styles.form}>
      <p>{words.text}</p>
      {act === 'cancel' && (
        <TextField
          {...form.field('reason')}
          label="Why"
          hint="Everyone who can see the event reads it."
          multiline
          rows={3}
          maxLength={EVENT_LIMITS.reason}
        />
      )}
      {form.failure && (
        <Notice tone="danger">
          {lacking.length > 0 ? `Something is still missing. ${lacking.join(' ')}` : form.failure}
        </Notice>
      )}
      <div className={styles.acts}>
        <Button variant="secondary" onClick={onClose}>
          Not now
        </Button>
        {lacking.length > 0 && (
          <LinkButton variant="secondary" to="?manage=edit">
            Edit the event
          </LinkButton>
        )}
        <Button type="submit" variant={words.tone ?? 'primary'} busy={form.busy && words.busy}>
          {words.button}
        </Button>
      </div>
    </form>
  )
}
