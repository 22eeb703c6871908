import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/moderation/messages.ts'
import {
  REPORT_KINDS,
  REPORT_LIMITS,
  REPORT_REASONS,
  type ReportKind,
  type ReportReason,
} from '#shared/moderation/report-rules.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useToast } from '#client/lib/toast.ts'

interface Props {
  /** `{kind}:{id}`, from the URL. */
  subject: string
  /** Whether it has a picture that the viewer can see. */
  hasPicture: boolean
  onClose: () => void
}

/** Pictures are parts of other kinds. */
const isWhole = (kind: ReportKind) => kind !== 'photo' && kind !== 'cover'

type Parts = readonly { value: ReportKind; label: string }[]

/** Kinds whose picture can be reported alone. */
const PARTS: Partial<Record<ReportKind, () => Parts>> = {
  profile: () => [
    { value: 'profile', label: m.reportProfile() },
    { value: 'photo', label: m.reportPhoto() },
  ],
  event: () => [
    { value: 'event', label: m.reportEvent() },
    { value: 'cover', label: m.reportCover() },
  ],
}

const reasons = () => [
  { value: '' as const, label: m.reportReasonNone() },
  ...REPORT_REASONS.map((reason) => ({ value: reason, label: m.reason({ reason }) })),
]

export function ReportDialog({ subject, hasPicture, onClose }: Props) {
  const kind = REPORT_KINDS.find((known) => subject.startsWith(`${known}:`))
  const title = kind && isWhole(kind) ? m.reportTitle({ kind }) : undefined
  return (
    <Dialog open={title !== undefined} onClose={onClose} title={title ?? ''}>
      {kind && (
        <ReportForm
          kind={kind}
          id={subject.slice(kind.length + 1)}
          parts={hasPicture ? PARTS[kind]?.() : undefined}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  kind: ReportKind
  id: string
  parts: Parts | undefined
  onClose: () => void
}

function ReportForm({ kind, id, parts, onClose }: FormProps) {
  const toast = useToast()
  const form = useForm<{ kind: ReportKind; reason: ReportReason | ''; text: string }>({
    initial: { kind, reason: '', text: '' },
    draft: `report:${kind}:${id}`,
    check: ({ reason, text }) => ({
      reason: reason ? undefined : m.reportReasonRule(),
      text: reason === 'other' && !text.trim() ? m.reportDetailsRule() : undefined,
    }),
    async submit({ kind: part, reason, text }) {
      if (!reason) return
      const body = { kind: part, id, reason, text: text.trim() }
      await request('POST /api/moderation/reports', { body })
      toast(m.reportSent(), { tone: 'success' })
      onClose()
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>{m.reportText()}</p>
        {parts && <RadioCards {...form.field('kind')} label={m.reportPart()} options={parts} />}
        <SelectField {...form.field('reason')} label={words.reason()} options={reasons()} />
        <TextField
          {...form.field('text')}
          label={m.reportDetails()}
          optional={form.values.reason !== 'other'}
          multiline
          rows={4}
          maxLength={REPORT_LIMITS.text}
        />
        <FormEnd form={form} onCancel={onClose} submit={m.reportSend()} busy={words.sending()} />
      </Stack>
    </form>
  )
}
