import { useMutation } from '@tanstack/react-query'

import {
  OTHER_REASON_RULE,
  REASON_LABELS,
  REPORT_KINDS,
  REPORT_LIMITS,
  REPORT_REASONS,
  type ReportKind,
  type ReportReason,
} from '#shared/report-rules.ts'
import type { OwnReport, ReportEdit } from '#shared/reports.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'

interface Props {
  /** `{kind}:{id}`, from the URL. */
  subject: string
  /** Whether it has one that the viewer sees. */
  hasPicture: boolean
  onClose: () => void
}

const TITLES: Partial<Record<ReportKind, string>> = {
  profile: 'Report profile',
  event: 'Report event',
  announcement: 'Report announcement',
  note: 'Report note',
}

/** Of the same thing, its picture can be reported alone. */
const PARTS: Partial<Record<ReportKind, readonly { value: ReportKind; label: string }[]>> = {
  profile: [
    { value: 'profile', label: 'The whole profile' },
    { value: 'photo', label: 'Only the photo' },
  ],
  event: [
    { value: 'event', label: 'The whole event' },
    { value: 'cover', label: 'Only the cover' },
  ],
}

const REASONS = [
  { value: '', label: 'Choose a reason' },
  ...REPORT_REASONS.map((value) => ({ value, label: REASON_LABELS[value] })),
]

export function ReportDialog({ subject, hasPicture, onClose }: Props) {
  const kind = REPORT_KINDS.find((known) => subject.startsWith(`${known}:`))
  const title = kind && TITLES[kind]
  return (
    <Dialog open={title !== undefined} onClose={onClose} title={title ?? ''}>
      {kind && (
        <ReportForm
          kind={kind}
          id={subject.slice(kind.length + 1)}
          parts={hasPicture ? PARTS[kind] : undefined}
          onSent={onClose}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  kind: ReportKind
  id: string
  parts: (typeof PARTS)[ReportKind]
  onSent: () => void
}

function ReportForm({ kind, id, parts, onSent }: FormProps) {
  const toast = useToast()
  const { mutateAsync } = useMutation({
    mutationFn: (body: ReportEdit) => request<OwnReport>('/api/moderation/reports', { method: 'POST', body }),
  })
  const form = useForm({
    initial: { kind, reason: '' as ReportReason | '', text: '' },
    check: ({ reason, text }) => ({
      ...(!reason && { reason: 'Choose a reason.' }),
      ...(reason === 'other' && !text.trim() && { text: OTHER_REASON_RULE }),
    }),
    async submit({ kind: part, reason, text }) {
      await mutateAsync({ kind: part, id, reason: reason as ReportReason, text: text.trim() })
      toast('Report sent. We’ll tell you what we decide.', { tone: 'success' })
      onSent()
    },
  })
  const reason = form.field('reason')
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>Only admins see your report. We never reveal who sent a report.</p>
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        {parts && <RadioCards {...form.field('kind')} label="What do you want to report?" options={parts} />}
        <SelectField
          {...reason}
          onChange={(value) => reason.onChange(value as ReportReason | '')}
          label="Reason"
          options={REASONS}
        />
        <TextField
          {...form.field('text')}
          label="Details"
          optional={form.values.reason !== 'other'}
          multiline
          rows={4}
          maxLength={REPORT_LIMITS.text}
        />
        <div className={patterns.endActions}>
          <Button variant="quiet" onClick={onSent}>
            Cancel
          </Button>
          <Button type="submit" busy={form.busy && 'Sending…'}>
            Send report
          </Button>
        </div>
      </Stack>
    </form>
  )
}
