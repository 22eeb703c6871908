import { SearchField } from '#client/ui/SearchField.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import { CHOICES, type MemberFilter } from './filter.ts'
import styles from './members.module.css'

interface Props {
  filter: MemberFilter
  onChange: (change: Partial<MemberFilter>) => void
}

export const Filters = ({ filter, onChange }: Props) => (
  <div className={styles.search}>
    <SearchField
      label="Search members"
      placeholder="Name or email"
      value={filter.q}
      onSearch={(q) => onChange({ q })}
    />
    <div className={styles.filters}>
      {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map((name) => (
        <SelectField
          key={name}
          name={name}
          label={CHOICES[name].label}
          options={CHOICES[name].options}
          value={filter[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <TextField
        type="date"
        name="joinedFrom"
        label="Joined from"
        value={filter.joinedFrom}
        onChange={(joinedFrom) => onChange({ joinedFrom })}
      />
      <TextField
        type="date"
        name="joinedTo"
        label="Joined until"
        value={filter.joinedTo}
        onChange={(joinedTo) => onChange({ joinedTo })}
      />
    </div>
  </div>
)
