import * as m from '#shared/admin/messages.ts'
import { PersonPicker } from '#client/modules/people/picker/PersonPicker.tsx'

import { IDS_AND_MEMBERS } from './queries.ts'

interface Props {
  name: string
  label: string
  /** The id of a member. */
  value: string
  /** Name of the member. */
  valueLabel: string | undefined
  onChange: (id: string) => void
}

/** A filter for a member, found by name or email, or for any other id in the log. */
export const MemberFilter = ({ name, label, value, valueLabel, onChange }: Props) => (
  <PersonPicker
    label={label}
    name={name}
    none={m.auditAny()}
    source={IDS_AND_MEMBERS}
    value={value ? { id: value, displayName: valueLabel ?? value } : undefined}
    onChange={(person) => person?.id !== value && onChange(person?.id ?? '')}
  />
)
