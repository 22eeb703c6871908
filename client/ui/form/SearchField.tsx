import { useEffect, useRef, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'

import { searchError } from './search-error.ts'
import { TextField } from './TextField.tsx'

interface Props {
  label: string
  placeholder?: string
  /** The current query. Belongs in the URL, so that back and sharing work. */
  value: string
  /** Called once the person has stopped typing for a moment, or pressed Enter. */
  onSearch: (text: string) => void
  maxLength?: number
}

const DEBOUNCE = 250

export function SearchField({ label, placeholder, value, onSearch, maxLength = 100 }: Props) {
  const [text, setText] = useState(value)
  const box = useRef<HTMLDivElement>(null)
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cameBack = useNavigationType() === NavigationType.Pop

  useEffect(() => () => clearTimeout(pending.current), [])

  // A late answer to earlier input must not overwrite later input.
  useEffect(() => {
    if (!cameBack && box.current?.contains(document.activeElement)) return
    clearTimeout(pending.current)
    setText(value)
  }, [value, cameBack])

  const search = (typed: string) => {
    clearTimeout(pending.current)
    if (typed.trim() !== value) onSearch(typed.trim())
  }
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(pending.current)
    pending.current = setTimeout(() => search(typed), DEBOUNCE)
  }

  return (
    <search ref={box}>
      <TextField
        label={label}
        labelHidden
        type="search"
        name="q"
        autoComplete="off"
        enterKeyHint="search"
        placeholder={placeholder ?? label}
        maxLength={maxLength}
        error={searchError(text)}
        value={text}
        onChange={type}
        onKeyDown={(event) => event.key === 'Enter' && search(text)}
      />
    </search>
  )
}
