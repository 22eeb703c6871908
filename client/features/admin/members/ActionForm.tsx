import type { MembershipActionEdit } from '#shared/admin-members.ts'
import {
  type MembershipActionKind,
  MEMBERSHIP_LIMITS,
  SUSPENSION_END_RULE,
  SUSPENSION_REASON_RULE,
} from '#shared/membership-actions.ts'
import { MEMBER_ROLES, type MemberRole } from '#shared/roles.ts'
import { ROLE_LABELS } from '#client/features/admin/labels.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { endOfDay, lastDayBefore } from '#client/lib/time/wall-clock.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/TextField.tsx'

interface Props {
  kind: MembershipActionKind
  /** Of the one member whose role is changed. */
  role?: MemberRole
  /** Of the one member whose suspension is changed. `until`: ISO instant. */
  suspension?: { reason: string; until?: string } | undefined
  submitLabel: string
  onSubmit: (action: MembershipActionEdit) => Promise<void>
}

const ROLE_HINTS: Record<MemberRole, string> = {
  member: 'Goes to events, connects with others and holds growth meetings.',
  organiser: 'Also creates and runs events.',
  admin: 'Also runs the whole community in this area.',
}
const ROLES = MEMBER_ROLES.map((value) => ({ value, label: ROLE_LABELS[value], hint: ROLE_HINTS[value] }))

const CONSEQUENCES: Record<MembershipActionKind, string> = {
  approve: 'They’ll get access right away and be notified.',
  decline: 'They get no access, and will see the note. You can approve them later.',
  suspend: 'They lose access at once, and other members can’t find them. They’ll see the reason.',
  restore: 'They get access again at once.',
  changeRole: 'The new role takes effect at once.',
}

/** What an action needs, and what follows from it. */
export function ActionForm({ kind, role, suspension, submitLabel, onSubmit }: Props) {
  const zone = useViewerZone()
  const { reason = '', until } = suspension ?? {}
  const form = useForm({
    initial: {
      note: '',
      reason,
      untilOn: until ? lastDayBefore(until, zone) : '',
      role: role ?? ('' as MemberRole | ''),
    },
    check: (values) => errorsOf(kind, values, zone),
    submit: (values) => onSubmit(actionOf(kind, values, zone)),
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>{suspension ? 'They stay suspended, and read the reason.' : CONSEQUENCES[kind]}</p>
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        {(kind === 'approve' || kind === 'decline') && (
          <TextField
            {...form.field('note')}
            label="Note"
            hint="Shown to the member."
            optional
            multiline
            rows={3}
            maxLength={MEMBERSHIP_LIMITS.note}
          />
        )}
        {kind === 'suspend' && (
          <>
            <TextField
              {...form.field('reason')}
              label="Reason"
              hint="The member will see it."
              multiline
              rows={3}
              maxLength={MEMBERSHIP_LIMITS.reason.max}
            />
            <TextField
              {...form.field('untilOn')}
              {...(form.errors['until'] && { error: form.errors['until'] })}
              type="date"
              label="Last day"
              hint="The suspension ends automatically after this day. Leave empty to end it yourself."
              optional
            />
          </>
        )}
        {kind === 'changeRole' && <RadioCards {...form.field('role')} label="Role" options={ROLES} />}
        <div className={patterns.endActions}>
          <Button
            type="submit"
            variant={kind === 'suspend' || kind === 'decline' ? 'danger' : 'primary'}
            busy={form.busy && 'Saving…'}
          >
            {submitLabel}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

interface Values {
  note: string
  reason: string
  untilOn: string
  role: MemberRole | ''
}

function errorsOf(kind: MembershipActionKind, { reason, untilOn, role }: Values, zone: string) {
  if (kind === 'changeRole') return role ? {} : { role: 'Choose a role.' }
  if (kind !== 'suspend') return {}
  return {
    ...(reason.trim().length < MEMBERSHIP_LIMITS.reason.min && { reason: SUSPENSION_REASON_RULE }),
    ...(untilOn && Date.parse(endOfDay(untilOn, zone)) <= Date.now() && { untilOn: SUSPENSION_END_RULE }),
  }
}

function actionOf(kind: MembershipActionKind, values: Values, zone: string): MembershipActionEdit {
  const { note, reason, untilOn, role } = values
  switch (kind) {
    case 'approve':
    case 'decline':
      return { kind, ...(note.trim() && { note: note.trim() }) }
    case 'suspend':
      return {
        kind,
        reason: reason.trim(),
        ...(untilOn && { until: endOfDay(untilOn, zone) }),
      }
    case 'restore':
      return { kind }
    case 'changeRole':
      return { kind, role: role as MemberRole }
  }
}
