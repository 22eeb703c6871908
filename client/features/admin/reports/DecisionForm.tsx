import { useState } from 'react'

import { SUSPENSION_END_RULE } from '#shared/membership-actions.ts'
import { DECISION_NOTE_RULE, REPORT_LIMITS, type ReportDecision } from '#shared/report-rules.ts'
import type { ReportDetails } from '#shared/reports.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { endOfDay } from '#client/lib/time/wall-clock.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button, type ButtonVariant } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'

import { useDecision } from './queries.ts'
import { SuspensionDialog } from './SuspensionDialog.tsx'

const DECISIONS: readonly { value: ReportDecision; label: string; hint: string }[] = [
  { value: 'dismiss', label: 'Dismiss', hint: 'Nothing changes.' },
  {
    value: 'hide',
    label: 'Hide',
    hint: 'Only its owner and admins still see it. You can show it again.',
  },
  { value: 'warn', label: 'Warn', hint: 'The member gets a notification that they have to acknowledge.' },
  {
    value: 'suspend',
    label: 'Suspend',
    hint: 'The member loses access at once.',
  },
]
/** Suspending asks once more, which its dots announce. */
const BUTTONS: Record<ReportDecision | '', { label: string; busy: string; variant: ButtonVariant }> = {
  '': { label: 'Save decision', busy: 'Saving…', variant: 'primary' },
  dismiss: { label: 'Dismiss report', busy: 'Dismissing…', variant: 'primary' },
  hide: { label: 'Hide content', busy: 'Hiding…', variant: 'primary' },
  warn: { label: 'Send warning', busy: 'Sending…', variant: 'primary' },
  suspend: { label: 'Suspend member…', busy: 'Suspending…', variant: 'danger' },
}
const { min, max } = REPORT_LIMITS.note

/** The reporter is told whether action was taken, the member reads the reason. */
export function DecisionForm({ report }: { report: ReportDetails }) {
  const decision = useDecision(report)
  const toast = useToast()
  const zone = useViewerZone()
  const [isConfirming, setConfirming] = useState(false)
  const form = useForm({
    initial: { kind: '' as ReportDecision | '', note: '', untilOn: '', confirmed: false },
    check: ({ kind, note, untilOn }) => ({
      ...(!kind && { kind: 'Choose a decision.' }),
      ...(kind && kind !== 'dismiss' && note.trim().length < min && { note: DECISION_NOTE_RULE }),
      ...(kind === 'suspend' &&
        untilOn &&
        Date.parse(endOfDay(untilOn, zone)) <= Date.now() && { untilOn: SUSPENSION_END_RULE }),
    }),
    async submit({ kind, note, untilOn, confirmed }) {
      if (kind === 'suspend' && !confirmed) return setConfirming(true)
      await decision.mutateAsync({
        kind: kind as ReportDecision,
        note: note.trim(),
        ...(kind === 'suspend' && untilOn && { until: endOfDay(untilOn, zone) }),
      })
      toast('Decision saved.', { tone: 'success' })
    },
  })
  const { label, busy, variant } = BUTTONS[form.values.kind]
  const isDismissal = form.values.kind === 'dismiss'
  return (
    <form {...form.props}>
      <Stack gap={4}>
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <RadioCards {...form.field('kind')} label="Decision" options={DECISIONS} />
        <TextField
          {...form.field('note')}
          label="Reason"
          hint={isDismissal ? 'Only admins see it.' : 'The member will see it. Don’t say who reported it.'}
          optional={isDismissal}
          multiline
          rows={3}
          maxLength={max}
        />
        {form.values.kind === 'suspend' && (
          <TextField
            {...form.field('untilOn')}
            {...(form.errors['until'] && { error: form.errors['until'] })}
            type="date"
            label="Last day"
            hint="The suspension ends automatically after this day. Leave empty to end it yourself."
            optional
          />
        )}
        <div className={patterns.endActions}>
          <Button type="submit" variant={variant} busy={form.busy && busy}>
            {label}
          </Button>
        </div>
        <SuspensionDialog
          open={isConfirming}
          memberName={report.owner.displayName}
          lastDay={form.values.untilOn}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            void form.send({ ...form.values, confirmed: true })
          }}
        />
      </Stack>
    </form>
  )
}
