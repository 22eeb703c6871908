import type { ReactNode } from 'react'

import * as m from '#shared/meetings/messages.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { JOIN_OPENS, MEETING_KINDS, MEETING_LIMITS, type MeetingKind } from '#shared/meetings/rules.ts'
import type { MeetingEdit } from '#shared/meetings/schema.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { TextListField } from '#client/ui/form/TextListField.tsx'

interface Props {
  /** Some forms have more fields than these. */
  form: Pick<Form<MeetingEdit>, 'values' | 'errors'> & {
    field: (name: 'purpose' | 'place' | 'joinUrl') => {
      name: string
      value: string
      onChange: (value: string) => void
      error?: string
    }
    set: (name: 'agenda', value: string[]) => void
  }
}

export const PurposeField = ({ form, children }: Props & { children?: ReactNode }) => (
  <FieldGroup legend={m.aboutTitle()}>
    <TextField
      {...form.field('purpose')}
      label={m.purpose()}
      hint={m.purposeHint()}
      multiline
      rows={2}
      maxLength={MEETING_LIMITS.purpose.max}
    />
    {children}
  </FieldGroup>
)

const kindOptions = () =>
  MEETING_KINDS.map((kind) => ({ value: kind, label: m.kindName({ kind }), hint: m.kindHint({ kind }) }))

interface KindProps {
  value: MeetingKind
  onChange: (kind: MeetingKind) => void
}

export const KindField = ({ value, onChange }: KindProps) => (
  <RadioCards label={m.kind()} name="kind" value={value} options={kindOptions()} onChange={onChange} />
)

const lengths = () =>
  [15, 20, 30, 45, 60, 75, 90, 105, 120].map((minutes) => ({
    value: String(minutes),
    label: m.minutes({ minutes }),
  }))

interface LengthProps {
  name: string
  value: string
  onChange: (value: string) => void
  error?: string
}

export const LengthField = (field: LengthProps) => (
  <SelectField {...field} label={m.length()} options={lengths()} />
)

export const MeetingPlaceFields = ({ form }: Props) => (
  <FieldGroup legend={m.placeTitle()} hint={m.placeHint()}>
    <TextField {...form.field('place')} label={m.place()} optional maxLength={MEETING_LIMITS.place} />
    <TextField
      {...form.field('joinUrl')}
      label={m.joinLink()}
      hint={m.joinLinkHint({ minutes: JOIN_OPENS / MINUTE })}
      type="url"
      inputMode="url"
      placeholder="https://"
      optional
      maxLength={MEETING_LIMITS.joinUrl}
    />
    <TextListField
      label={m.agenda()}
      entry={{ name: m.agendaPointNumber, remove: m.agendaPointRemove, add: m.agendaPointAdd() }}
      hint={m.agendaHint()}
      name="agenda"
      values={form.values.agenda}
      errors={form.errors}
      most={MEETING_LIMITS.agendaItems}
      maxLength={MEETING_LIMITS.agendaItem}
      onChange={(agenda) => form.set('agenda', agenda)}
    />
  </FieldGroup>
)
