import { MEETING_LIMITS } from '#shared/meeting-rules.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/TextField.tsx'

export interface ReasonLabels {
  question: string
  consequence: string
  button: string
  busy: string
  tone?: 'danger'
  optional?: true
}

interface Props {
  /** Undefined while the dialog is closed. */
  labels: ReasonLabels | undefined
  onClose: () => void
  onSubmit: (reason: string) => Promise<void>
}

/** Asks for a reason that others can read. */
export const ReasonDialog = ({ labels, ...props }: Props) => (
  <Dialog open={labels !== undefined} onClose={props.onClose} title={labels?.question ?? ''}>
    {labels && <ReasonForm labels={labels} {...props} />}
  </Dialog>
)

function ReasonForm({ labels, onClose, onSubmit }: Props & { labels: ReasonLabels }) {
  const { consequence, button, busy, tone = 'primary', optional } = labels
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }): Record<string, string> =>
      optional || reason.trim() ? {} : { reason: 'Enter a reason.' },
    submit: ({ reason }) => onSubmit(reason.trim()),
  })
  return (
    <form {...form.props}>
      <Stack>
        <p>{consequence}</p>
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint="The other participants can read it."
          multiline
          rows={3}
          maxLength={MEETING_LIMITS.reason}
          {...(optional && { optional })}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={patterns.endActions}>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" variant={tone} busy={form.busy && busy}>
            {button}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
