import { useRef } from 'react'

import * as m from '#shared/people/messages.ts'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { FieldError, type FieldProps } from '#client/ui/form/Field.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { CrossIcon } from '#client/ui/icons/icons.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { PersonPicker } from './PersonPicker.tsx'
import styles from './picker.module.css'
import type { PersonChoice, PersonSource } from './source.ts'

/** A role of each chosen person, beside the name. */
interface RoleChoice<Role extends string> {
  options: readonly { value: Role; label: string }[]
  /** Undefined for people without a choice. */
  roleOf: (person: PersonChoice) => Role | undefined
  onChoose: (person: PersonChoice, role: Role) => void
}

interface Props<P extends PersonChoice, Role extends string> extends FieldProps {
  name: string
  source: PersonSource<P>
  people: readonly PersonChoice[]
  onChange: (people: PersonChoice[]) => void
  max: number
  /** Names the list of the chosen people for assistive technology. */
  chosenLabel: string
  role?: RoleChoice<Role>
}

/** A field for several people, found by typing. */
export function PeoplePicker<P extends PersonChoice, Role extends string>(props: Props<P, Role>) {
  const { people, onChange, max, chosenLabel, role, ...field } = props
  const group = useRef<HTMLDivElement>(null)
  // The pressed button or the field disappears, so the focus moves to the remaining control.
  const change = (next: PersonChoice[]) => {
    onChange(next)
    const target = next.length < max ? 'input' : 'li:last-of-type button'
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>(target)?.focus())
  }
  return (
    <div ref={group} className={patterns.form}>
      {people.length > 0 && (
        <ul className={styles.chosen} aria-label={chosenLabel}>
          {people.map((person) => (
            <li key={person.id} className={role ? styles.row : styles.person}>
              <Avatar name={person.displayName} photo={person.photo} size="small" />
              <span className={styles.name}>{person.displayName}</span>
              {role && <RoleField {...role} person={person} />}
              <button
                type="button"
                className={styles.remove}
                aria-label={m.pickerRemove({ name: person.displayName })}
                onClick={() => change(people.filter(({ id }) => id !== person.id))}
              >
                <CrossIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      {people.length < max ? (
        <PersonPicker
          {...field}
          value={undefined}
          except={people}
          onChange={(person) => person && change([...people, person])}
        />
      ) : (
        field.error && <FieldError id={undefined}>{field.error}</FieldError>
      )}
    </div>
  )
}

function RoleField<Role extends string>(props: RoleChoice<Role> & { person: PersonChoice }) {
  const { options, roleOf, onChoose, person } = props
  const role = roleOf(person)
  if (role === undefined) return <span />
  return (
    <SelectField
      name={`role-${person.id}`}
      label={m.pickerRole({ name: person.displayName })}
      labelHidden
      options={options}
      value={role}
      onChange={(chosen) => onChoose(person, chosen)}
    />
  )
}
