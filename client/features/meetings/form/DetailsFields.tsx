import type { ReactNode } from 'react'

import { MEETING_KIND_NAMES } from '#shared/meeting-labels.ts'
import { MEETING_KINDS, MEETING_LIMITS, type MeetingKind } from '#shared/meeting-rules.ts'
import type { MeetingEdit } from '#shared/meetings.ts'
import type { Form } from '#client/lib/use-form.ts'
import { FieldGroup } from '#client/ui/FieldGroup.tsx'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { TextListField } from '#client/ui/TextListField.tsx'

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
  <FieldGroup legend="What it’s about">
    <TextField
      {...form.field('purpose')}
      label="Purpose"
      hint="What you want to achieve together. Used as the calendar title."
      multiline
      rows={2}
      maxLength={MEETING_LIMITS.purpose.max}
    />
    {children}
  </FieldGroup>
)

const KIND_HINTS: Record<MeetingKind, string> = {
  introduction: 'Learn what each of you does and who you’d like to meet.',
  referral: 'Recommend each other to customers and partners.',
  advice: 'Talk through a question or decision.',
  mentoring: 'Share experience, once or regularly.',
}

const KIND_OPTIONS = MEETING_KINDS.map((value) => ({
  value,
  label: MEETING_KIND_NAMES[value],
  hint: KIND_HINTS[value],
}))

interface KindProps {
  value: MeetingKind
  onChange: (kind: MeetingKind) => void
}

export const KindField = ({ value, onChange }: KindProps) => (
  <RadioCards label="Kind" name="kind" value={value} options={KIND_OPTIONS} onChange={onChange} />
)

const LENGTHS = [15, 20, 30, 45, 60, 75, 90, 105, 120].map((minutes) => ({
  value: String(minutes),
  label: `${minutes} minutes`,
}))

interface LengthProps {
  name: string
  value: string
  onChange: (value: string) => void
  error?: string
}

export const LengthField = (field: LengthProps) => <SelectField {...field} label="Length" options={LENGTHS} />

export const PlaceFields = ({ form }: Props) => (
  <FieldGroup legend="Place and agenda" hint="You can add or change these until the meeting starts.">
    <TextField {...form.field('place')} label="Place" optional maxLength={MEETING_LIMITS.place} />
    <TextField
      {...form.field('joinUrl')}
      label="Join link"
      hint="Everyone can use it from 15 minutes before the start."
      type="url"
      inputMode="url"
      placeholder="https://"
      optional
      maxLength={MEETING_LIMITS.joinUrl}
    />
    <TextListField
      label="Agenda"
      itemLabel="Point"
      hint="Up to five points, so that everyone can prepare."
      name="agenda"
      values={form.values.agenda}
      errors={form.errors}
      most={MEETING_LIMITS.agendaItems}
      maxLength={MEETING_LIMITS.agendaItem}
      onChange={(agenda) => form.set('agenda', agenda)}
    />
  </FieldGroup>
)
