import { useState } from 'react'

import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/people/messages.ts'
import { chosenDefault, defaultVisibility, withDefault } from '#shared/people/profile.ts'
import { CONTACT_FIELDS, VISIBLE_FIELDS } from '#shared/people/profile-fields.ts'
import { FieldGroup, FieldRow } from '#client/ui/form/FieldGroup.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { visibilityOptions } from './field-labels.tsx'
import type { ProfileFieldsProps } from './profile-fields.tsx'
import styles from './VisibilityFields.module.css'

interface Props extends ProfileFieldsProps {
  /** Shows the fields from the start. */
  expanded?: boolean
}

/** One default for the whole profile, from which each field can differ. */
export const VisibilityFields = ({ form, expanded = false }: Props) => (
  <FieldGroup legend={m.visibility()} hint={m.visibilityHint()}>
    <DefaultField form={form} />
    <FieldByField form={form} expanded={expanded} />
  </FieldGroup>
)

function DefaultField({ form }: ProfileFieldsProps) {
  const { visibility } = form.values
  const chosen = chosenDefault(visibility)
  const hidden = chosen
    ? CONTACT_FIELDS.filter((field) => visibility[field] !== defaultVisibility(chosen)[field])
    : []
  return (
    <Stack gap={2}>
      <SelectField
        label={m.visibilityDefault()}
        hint={m.visibilityDefaultHint()}
        name="visibility"
        value={chosen ?? ''}
        options={[
          ...(chosen ? [] : [{ value: '' as const, label: m.visibilityCustom() }]),
          ...visibilityOptions(),
        ]}
        onChange={(value) => {
          if (value) form.set('visibility', withDefault(visibility, value))
        }}
      />
      {hidden.length > 0 && (
        <p className={patterns.small}>
          {m.visibilityExcept({
            fields: formatList(
              hidden.map((field) =>
                m.visibilityOf({
                  field: m.fieldName({ field }),
                  visibility: m.visibilityName({ visibility: visibility[field] }),
                }),
              ),
            ),
          })}
        </p>
      )}
    </Stack>
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
      <summary>{m.visibilityCustomise()}</summary>
      <FieldRow>
        {VISIBLE_FIELDS.map((name) => (
          <SelectField
            key={name}
            label={m.fieldName({ field: name })}
            name={`visibility.${name}`}
            value={form.values.visibility[name]}
            options={visibilityOptions()}
            error={form.errors[`visibility.${name}`]}
            onChange={(value) => form.set('visibility', { ...form.values.visibility, [name]: value })}
          />
        ))}
      </FieldRow>
    </details>
  )
}
