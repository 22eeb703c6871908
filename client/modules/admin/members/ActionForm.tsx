import * as words from '#shared/lib/messages.ts'
import * as accounts from '#shared/accounts/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { MembershipActionEdit } from '#shared/accounts/memberships.ts'
import { type MembershipActionKind, MEMBERSHIP_LIMITS } from '#shared/accounts/membership-actions.ts'
import { MEMBER_ROLES, type MemberRole } from '#shared/people/roles.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { endOfDay, lastDayBefore } from '#client/lib/time/wall-clock.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { DateField } from '#client/ui/form/DateField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

interface Props {
  kind: MembershipActionKind
  /** Stores what is typed under this name until it is sent: Escape or a press beside the dialog closes it. */
  draft: string
  /** Role of the member, when it is being changed. */
  role?: MemberRole
  /** Suspension of the member, when it is being changed. `until` is an ISO instant. */
  suspension?: { reason: string; until?: string } | undefined
  submitLabel: string
  onCancel: () => void
  onSubmit: (action: MembershipActionEdit) => Promise<void>
}

const roles = () =>
  MEMBER_ROLES.map((value) => ({
    value,
    label: m.roleName({ role: value }),
    hint: m.actionRoleHint({ role: value }),
  }))

/** Input and consequences of an action. */
export function ActionForm({ kind, draft, role, suspension, submitLabel, onCancel, onSubmit }: Props) {
  const zone = useViewerZone()
  const { reason = '', until } = suspension ?? {}
  const form = useForm<Values>({
    initial: {
      note: '',
      reason,
      untilOn: until ? lastDayBefore(until, zone) : '',
      role: role ?? '',
    },
    // A role that was chosen days ago must not be the chosen one.
    draft: kind === 'changeRole' ? undefined : `member-action:${draft}:${kind}`,
    check: (values) => errorsOf(kind, values, zone),
    submit: (values) => onSubmit(actionOf(kind, values, zone)),
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>{suspension ? m.actionStaySuspended() : m.actionConsequence({ kind })}</p>
        {(kind === 'approve' || kind === 'decline') && (
          <TextField
            {...form.field('note')}
            label={m.actionNote()}
            hint={m.actionNoteHint()}
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
              label={words.reason()}
              hint={m.actionReasonHint()}
              multiline
              rows={3}
              maxLength={MEMBERSHIP_LIMITS.reason.max}
            />
            <DateField
              {...form.field('untilOn')}
              error={form.errors['until'] ?? form.errors['untilOn']}
              label={m.suspensionLastDay()}
              hint={m.suspensionLastDayHint()}
              optional
            />
          </>
        )}
        {kind === 'changeRole' && (
          <RadioCards {...form.field('role')} label={m.membersRole()} options={roles()} />
        )}
        <FormEnd
          form={form}
          onCancel={onCancel}
          submit={submitLabel}
          busy={words.saving()}
          tone={kind === 'suspend' || kind === 'decline' ? 'danger' : 'primary'}
        />
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
  if (kind === 'changeRole') return role ? {} : { role: m.actionRoleRule() }
  if (kind !== 'suspend') return {}
  return {
    reason:
      reason.trim().length < MEMBERSHIP_LIMITS.reason.min
        ? words.reasonRule({ min: MEMBERSHIP_LIMITS.reason.min })
        : undefined,
    untilOn:
      untilOn && Date.parse(endOfDay(untilOn, zone)) <= Date.now() ? accounts.suspensionEndRule() : undefined,
  }
}

function actionOf(kind: MembershipActionKind, values: Values, zone: string): MembershipActionEdit {
  const { note, reason, untilOn, role } = values
  switch (kind) {
    case 'approve':
    case 'decline':
      return { kind, note: note.trim() || undefined }
    case 'suspend':
      return {
        kind,
        reason: reason.trim(),
        until: untilOn ? endOfDay(untilOn, zone) : undefined,
      }
    case 'restore':
      return { kind }
    case 'changeRole':
      return { kind, role: role as MemberRole }
  }
}
