import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as accounts from '#shared/accounts/messages.ts'
import * as m from '#shared/admin/messages.ts'
import { REPORT_DECISIONS, REPORT_LIMITS, type ReportDecision } from '#shared/moderation/report-rules.ts'
import type { ReportDetails } from '#shared/moderation/reports.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { endOfDay } from '#client/lib/time/wall-clock.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { DateField } from '#client/ui/form/DateField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useToast } from '#client/lib/toast.ts'

import { useReportDecision } from './queries.ts'
import { SuspensionDialog } from './SuspensionDialog.tsx'

const decisions = () =>
  REPORT_DECISIONS.map((value) => ({
    value,
    label: m.decisionName({ decision: value }),
    hint: m.decisionHint({ decision: value }),
  }))
const { min, max } = REPORT_LIMITS.note

interface Values {
  kind: ReportDecision | ''
  note: string
  untilOn: string
  confirmed: boolean
}

/** The reporter learns whether action was taken; the member reads the reason. */
export function DecisionForm({ report }: { report: ReportDetails }) {
  const decision = useReportDecision(report)
  const toast = useToast()
  const zone = useViewerZone()
  const [isConfirming, setConfirming] = useState(false)
  const form = useForm<Values>({
    initial: { kind: '', note: '', untilOn: '', confirmed: false },
    draft: `report-decision:${report.id}`,
    check: ({ kind, note, untilOn }) => ({
      kind: kind ? undefined : m.decisionRule(),
      note: kind && kind !== 'dismiss' && note.trim().length < min ? words.reasonRule({ min }) : undefined,
      untilOn:
        kind === 'suspend' && untilOn && Date.parse(endOfDay(untilOn, zone)) <= Date.now()
          ? accounts.suspensionEndRule()
          : undefined,
    }),
    async submit({ kind, note, untilOn, confirmed }) {
      if (!kind) return
      if (kind === 'suspend' && !confirmed) return setConfirming(true)
      await decision.mutateAsync({
        kind,
        note: note.trim(),
        until: kind === 'suspend' && untilOn ? endOfDay(untilOn, zone) : undefined,
      })
      toast(m.decisionSaved(), { tone: 'success' })
    },
  })
  const { kind: decided } = form.values
  const isDismissal = decided === 'dismiss'
  return (
    <form {...form.props}>
      <Stack gap={4}>
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <RadioCards {...form.field('kind')} label={m.reportsDecision()} options={decisions()} />
        <TextField
          {...form.field('note')}
          label={words.reason()}
          hint={isDismissal ? m.decisionNoteAdmins() : m.decisionNoteMember()}
          optional={isDismissal}
          multiline
          rows={3}
          maxLength={max}
        />
        {decided === 'suspend' && (
          <DateField
            {...form.field('untilOn')}
            error={form.errors['until'] ?? form.errors['untilOn']}
            label={m.suspensionLastDay()}
            hint={m.suspensionLastDayHint()}
            optional
          />
        )}
        <div className={patterns.endActions}>
          <Button
            type="submit"
            variant={decided === 'suspend' ? 'danger' : 'primary'}
            busy={form.busy && m.decisionBusy({ decision: decided })}
          >
            {m.decisionButton({ decision: decided })}
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
