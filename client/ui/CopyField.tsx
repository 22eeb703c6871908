import { useRef } from 'react'

import { Button } from './Button.tsx'
import styles from './CopyField.module.css'
import { TextField } from './TextField.tsx'
import { useToast } from './toast.ts'

/** A read-only text with a button that copies it. */
export function CopyField({ label, name, value }: { label: string; name: string; value: string }) {
  const toast = useToast()
  const frame = useRef<HTMLDivElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast('Copied.', { tone: 'success' })
    } catch {
      // Without a permission, or without encryption, there is no clipboard for pages.
      frame.current?.querySelector('input')?.select()
      toast('Your browser blocked copying. The text is selected, so you can copy it yourself.')
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
        Copy
      </Button>
    </div>
  )
}
