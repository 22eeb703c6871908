import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import * as m from '#shared/people/messages.ts'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx'
import type { FieldProps } from '#client/ui/form/Field.tsx'

import { peopleQuery, type PersonChoice, type PersonSource } from './source.ts'

interface Props<P extends PersonChoice> extends FieldProps {
  name: string
  source: PersonSource<P>
  /** The chosen person. */
  value: P | undefined
  onChange: (person: P | undefined) => void
  /** People who are left out. */
  except?: readonly { id: string }[]
  /** Label of the option that chooses no one; without it there is none. */
  none?: string
}

/** A field for one person, found by typing. */
export function PersonPicker<P extends PersonChoice>(props: Props<P>) {
  const { source, value, onChange, except = [], none, ...field } = props
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed)
  const { data = [], isFetching, isError } = useQuery(peopleQuery(source, text))
  const found =
    typed.length < source.minLetters ? [] : data.filter(({ id }) => !except.some((one) => one.id === id))
  const people = value && !found.some(({ id }) => id === value.id) && typed === '' ? [value, ...found] : found
  return (
    <Combobox
      {...field}
      value={value?.id ?? ''}
      empty={emptyText({ source, typed, isSearching: isFetching || text !== typed, hasFailed: isError })}
      onSearch={(input) => setTyped(input.trim())}
      onChange={(id) => {
        setTyped('')
        onChange(people.find((person) => person.id === id))
      }}
      options={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...people.map(({ id, displayName, photo, detail }) => ({
          value: id,
          label: displayName,
          hint: detail,
          picture: <Avatar name={displayName} photo={photo} size="small" />,
        })),
      ]}
    />
  )
}

interface State {
  source: Pick<PersonSource<never>, 'minLetters'>
  typed: string
  isSearching: boolean
  hasFailed: boolean
}

function emptyText({ source: { minLetters }, typed, isSearching, hasFailed }: State) {
  if (typed.length < minLetters)
    return minLetters === 1 ? m.pickerType() : m.pickerTypeMore({ min: minLetters })
  if (isSearching) return m.pickerSearching()
  if (hasFailed) return m.pickerFailed()
  return typed === '' ? m.pickerNone() : m.noMatches()
}

/** Milliseconds without another key, after which it searches. */
const DEBOUNCE = 200

function useDebounced(value: string) {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setDebounced, DEBOUNCE, value)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
