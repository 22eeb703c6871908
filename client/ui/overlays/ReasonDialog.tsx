import type { ReactNode } from 'react'

import * as m from '#shared/lib/messages.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

import { Dialog } from './Dialog.tsx'

export interface ReasonLabels {
  question: string
  consequence?: ReactNode
  /** Label of the field; `Reason` by default. */
  label?: string
  /** Says who can read it. */
  hint?: string
  button: string
  busy: string
  /** Label of the button that closes the dialog: “Cancel” would be read as the command if that is called so too. */
  keep?: string
  tone?: 'danger'
}

interface Props {
  /** Undefined while the dialog is closed. */
  labels: ReasonLabels | undefined
  /** Stores the typed reason under this name until it is sent: Escape or a press beside the dialog closes it. */
  draft: string
  /** Characters. With a minimum of 0, the reason is optional. */
  limits: { min: number; max: number }
  onClose: () => void
  onSubmit: (reason: string) => Promise<void>
}

/** Asks for the reason of a command, and runs it. */
export const ReasonDialog = ({ labels, ...props }: Props) => (
  <Dialog open={labels !== undefined} onClose={props.onClose} title={labels?.question ?? ''}>
    {labels && <ReasonForm labels={labels} {...props} />}
  </Dialog>
)

function ReasonForm({
  labels,
  draft,
  limits: { min, max },
  onClose,
  onSubmit,
}: Props & { labels: ReasonLabels }) {
  const { consequence, label = m.reason(), hint, button, busy, keep, tone } = labels
  const form = useForm({
    initial: { reason: '' },
    draft: `reason:${draft}`,
    check: ({ reason }): Record<string, string> =>
      reason.trim().length < min ? { reason: m.reasonRule({ min }) } : {},
    submit: ({ reason }) => onSubmit(reason.trim()),
  })
  return (
    <form {...form.props}>
      <Stack>
        {typeof consequence === 'string' ? <p>{consequence}</p> : consequence}
        <TextField
          {...form.field('reason')}
          label={label}
          hint={hint}
          optional={min === 0}
          multiline
          rows={3}
          maxLength={max}
        />
        <FormEnd form={form} onCancel={onClose} submit={button} busy={busy} keep={keep} tone={tone} />
      </Stack>
    </form>
  )
}
