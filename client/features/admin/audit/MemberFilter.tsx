import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Combobox } from '#client/ui/Combobox.tsx'

import { memberSearch } from './queries.ts'

interface Props {
  name: string
  label: string
  /** An id. */
  value: string
  /** Whose id it is. */
  valueLabel: string | undefined
  onChange: (id: string) => void
}

/** A member found by name or email, or anything else by its id as the log has it. */
export function MemberFilter({ name, label, value, valueLabel, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const { data, isFetching } = useQuery(memberSearch(typed))
  const members = (data?.items ?? []).map(({ id, displayName, email }) => ({
    value: id,
    label: displayName || email,
    ...(displayName && { hint: email }),
    words: email,
  }))
  const options = [
    { value: '', label: 'Any' },
    { value, label: valueLabel ?? value },
    ...members,
    ...(isFetching ? [] : [{ value: typed, label: typed, hint: 'As an id' }]),
  ]
  return (
    <Combobox
      label={label}
      name={name}
      value={value}
      options={uniqueBy(options)}
      empty="No matches."
      onSearch={(text) => setTyped(text.trim())}
      onChange={(id) => id !== value && onChange(id)}
    />
  )
}

const uniqueBy = <O extends { value: string }>(options: readonly O[]) => {
  const seen = new Set<string>()
  return options.filter(({ value }) => !seen.has(value) && seen.add(value))
}
