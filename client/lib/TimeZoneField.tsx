import { lazy, type ReactNode, Suspense, useMemo } from 'react'

import { nameOf, timeZoneOptions } from '#client/lib/time/zone-options.ts'
import { TextField } from '#client/ui/TextField.tsx'

const Combobox = lazy(async () => ({ default: (await import('#client/ui/Combobox.tsx')).Combobox }))

interface Props {
  name: string
  value: string
  onChange: (value: string) => void
  label?: string
  hint?: ReactNode
  error?: string
}

/** Found by typing. Until the code for that is here, it shows what is chosen. */
export function TimeZoneField({ label = 'Time zone', ...field }: Props) {
  const options = useMemo(() => timeZoneOptions(field.value), [field.value])
  return (
    <Suspense fallback={<TextField {...field} label={label} value={nameOf(field.value)} readOnly />}>
      <Combobox
        {...field}
        label={label}
        options={options}
        empty="No zone by that name. Try the nearest big city, or an offset such as +2."
      />
    </Suspense>
  )
}
