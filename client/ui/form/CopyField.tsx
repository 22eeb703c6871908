import { useRef } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { useToast } from '#client/lib/toast.ts'

import styles from './CopyField.module.css'
import { TextField } from './TextField.tsx'

/** A read-only text with a button that copies it. */
export function CopyField({ label, name, value }: { label: string; name: string; value: string }) {
  const toast = useToast()
  const frame = useRef<HTMLDivElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast(m.copied(), { tone: 'success' })
    } catch {
      // Pages have no clipboard without permission, or without encryption.
      frame.current?.querySelector('input')?.select()
      toast(m.copyBlocked())
    }
  }

  return (
    <div ref={frame} className={styles.frame}>
      <TextField
        label={label}
        name={name}
        value={value}
        readOnly
        onChange={() => undefined}
        onFocus={(event) => event.target.select()}
      />
      <Button variant="secondary" onClick={() => void copy()}>
        {m.copy()}
      </Button>
    </div>
  )
}
