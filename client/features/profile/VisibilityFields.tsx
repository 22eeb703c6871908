import { useState } from 'react'

import {
  chosenDefault,
  CONTACT_FIELDS,
  defaultVisibility,
  type Visibility,
  VISIBLE_FIELDS,
  withDefault,
} from '#shared/profile.ts'
import { FieldGroup, FieldRow } from '#client/ui/FieldGroup.tsx'
import patterns from '#client/ui/patterns.module.css'
import { SelectField } from '#client/ui/SelectField.tsx'

import { FIELD_LABELS, VISIBILITY_LABELS, VISIBILITY_OPTIONS } from './edit/field-labels.tsx'
import type { ProfileFieldsProps } from './profile-fields.tsx'
import styles from './VisibilityFields.module.css'

interface Props extends ProfileFieldsProps {
  /** Shows the fields from the start. */
  expanded?: boolean
}

/** One default for the whole profile, which each field can differ from. */
export const VisibilityFields = ({ form, expanded = false }: Props) => (
  <FieldGroup
    legend="Visibility"
    hint="Members can always see your name. People who aren’t members see what’s set to Everyone on the prestige page, once you’re listed there."
  >
    <DefaultField form={form} />
    <FieldByField form={form} expanded={expanded} />
  </FieldGroup>
)

const CUSTOM = { value: '', label: 'Custom' }

function DefaultField({ form }: ProfileFieldsProps) {
  const { visibility } = form.values
  const chosen = chosenDefault(visibility)
  const hidden = chosen
    ? CONTACT_FIELDS.filter((field) => visibility[field] !== defaultVisibility(chosen)[field])
    : []
  return (
    <div className={styles.default}>
      <SelectField
        label="Who can see your profile"
        hint="Your email and phone stay with your connections at most, unless you customise them."
        name="visibility"
        value={chosen ?? CUSTOM.value}
        options={chosen ? VISIBILITY_OPTIONS : [CUSTOM, ...VISIBILITY_OPTIONS]}
        onChange={(value) => {
          if (value) form.set('visibility', withDefault(visibility, value as Visibility))
        }}
      />
      {hidden.length > 0 && (
        <p className={patterns.small}>
          Except:{' '}
          {hidden.map((name) => `${FIELD_LABELS[name]} (${VISIBILITY_LABELS[visibility[name]]})`).join(', ')}
        </p>
      )}
    </div>
  )
}

function FieldByField({ form, expanded }: ProfileFieldsProps & { expanded: boolean }) {
  const [open, setOpen] = useState(() => expanded || chosenDefault(form.values.visibility) === undefined)
  const hasErrors = Object.keys(form.errors).some((path) => path.startsWith('visibility.'))
  return (
    <details
      open={open || hasErrors}
      className={styles.fields}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Customise per field</summary>
      <FieldRow>
        {VISIBLE_FIELDS.map((name) => (
          <SelectField
            key={name}
            label={FIELD_LABELS[name]}
            name={`visibility.${name}`}
            value={form.values.visibility[name]}
            options={VISIBILITY_OPTIONS}
            error={form.errors[`visibility.${name}`]}
            onChange={(value) =>
              form.set('visibility', { ...form.values.visibility, [name]: value as Visibility })
            }
          />
        ))}
      </FieldRow>
    </details>
  )
}
