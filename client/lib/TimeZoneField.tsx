import { type ReactNode, useMemo } from 'react'

import { timeZoneOptions } from '#client/lib/time/zone-options.ts'
import { Combobox } from '#client/ui/Combobox.tsx'

interface Props {
  name: string
  value: string
  onChange: (value: string) => void
  label?: string
  hint?: ReactNode
  error?: string
}

export function TimeZoneField({ label = 'Time zone', ...field }: Props) {
  const options = useMemo(() => timeZoneOptions(field.value), [field.value])
  return (
    <Combobox
      {...field}
      label={label}
      options={options}
      empty="No matches. Try a nearby city or an offset such as +2."
    />
  )
}
