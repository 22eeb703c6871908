import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { matches } from '#client/ui/form/matches.ts'

export interface ComboboxOption {
  value: string
  label: string
  /** Shown to the right of the label. */
  hint?: string | undefined
  /** Decorative, before the label. */
  picture?: ReactNode
  /** Additional words by which it is found. */
  words?: string
}

interface State {
  /** Text typed since it was opened; undefined while it shows the choice. */
  query?: string
  /** Index of the option that Enter would choose. */
  active: number
}

/**
 * The behaviour of a combobox, by the pattern of the ARIA Authoring Practices for one with a list of suggestions.
 * @param onSearch is given the typed text, and then the options are what was found; without it, they are all
 */
export function useCombobox(
  options: readonly ComboboxOption[],
  value: string,
  onChange: (value: string) => void,
  onSearch?: (text: string) => void,
) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<State>()
  const { query, active = -1 } = opened ?? {}
  const chosen = options.find((option) => option.value === value)
  const found = query === undefined || onSearch ? options : options.filter((option) => matches(option, query))
  const activeId = found[active] && `${id}${active}`

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const shownCount = opened && found.length
  // A dialog clips its overflow, and the popup grows when options arrive.
  useEffect(() => {
    if (shownCount !== undefined) popup.current?.scrollIntoView({ block: 'nearest' })
  }, [shownCount])

  const open = () => setOpened((now) => now ?? { active: options.findIndex((option) => option === chosen) })
  const close = () => setOpened(undefined)
  const go = (by: 1 | -1) => {
    if (!opened) return open()
    const from = active < 0 && by < 0 ? 0 : active
    setOpened({ ...opened, active: (from + by + found.length) % found.length })
  }
  const choose = (option: ComboboxOption) => {
    onChange(option.value)
    close()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') go(1)
    else if (event.key === 'ArrowUp') go(-1)
    else if (event.key === 'Escape' && opened) close()
    // It must not submit the form of a field whose options are still loading.
    else if (event.key === 'Enter' && opened) {
      if (found[active]) choose(found[active])
    } else return
    event.preventDefault()
  }

  return {
    found,
    isOpen: opened !== undefined,
    /** Whether text was typed, so that the number of matches is announced. */
    isSearching: query !== undefined,
    popup,
    listProps: { id: `${id}list`, role: 'listbox' },
    inputProps: {
      ref: input,
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': opened !== undefined,
      'aria-controls': opened ? `${id}list` : undefined,
      'aria-activedescendant': activeId,
      value: query ?? chosen?.label ?? '',
      onChange: () => {
        const text = input.current?.value ?? ''
        setOpened({ query: text, active: 0 })
        onSearch?.(text)
      },
      onClick: open,
      onFocus: () => input.current?.select(),
      onBlur: close,
      onKeyDown,
    },
    optionProps: (option: ComboboxOption, index: number) => ({
      id: `${id}${index}`,
      role: 'option',
      'aria-selected': option === chosen,
      'data-active': index === active || undefined,
      onPointerMove: () => index !== active && setOpened({ ...opened, active: index }),
      onClick: () => choose(option),
    }),
  }
}
