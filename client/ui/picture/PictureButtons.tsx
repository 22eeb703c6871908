import { useRef } from 'react'

import { Button } from '#client/ui/Button.tsx'

import styles from './PictureField.module.css'

interface Props {
  /** "photo", "cover". */
  what: string
  name: string
  hasPicture: boolean
  busy: boolean
  invalid: boolean
  describedBy: string
  onFile: (file: File) => void
  onRemove: () => void
}

export function PictureButtons({
  what,
  name,
  hasPicture,
  busy,
  invalid,
  describedBy,
  onFile,
  onRemove,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  return (
    <div className={styles.buttons}>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Allows choosing the same file again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        ref={chooser}
        name={name}
        variant="secondary"
        busy={busy && 'Opening…'}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {hasPicture ? 'Change' : 'Choose'} {what}
      </Button>
      {hasPicture && (
        <Button
          variant="quiet"
          onClick={() => {
            onRemove()
            chooser.current?.focus()
          }}
        >
          Remove {what}
        </Button>
      )}
    </div>
  )
}
