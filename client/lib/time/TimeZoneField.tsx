import { type ReactNode, useMemo } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx'

import { timeZoneOptions } from './zone-options.ts'

interface Props {
  name: string
  value: string
  onChange: (value: string) => void
  label?: string
  hint?: ReactNode
  error?: string
}

export function TimeZoneField({ label = m.timeZone(), ...field }: Props) {
  const options = useMemo(() => timeZoneOptions(field.value), [field.value])
  return <Combobox {...field} label={label} options={options} empty={m.timeZoneNone()} />
}
