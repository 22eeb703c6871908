import { useRef } from 'react'

import { Button } from '#client/ui/Button.tsx'

import styles from './PictureField.module.css'

interface Props {
  /** "photo", "cover". */
  what: string
  name: string
  isThere: boolean
  busy: boolean
  invalid: boolean
  describedBy: string
  onFile: (file: File) => void
  onRemove: () => void
}

export function PictureButtons({ what, name, isThere, busy, invalid, describedBy, onFile, onRemove }: Props) {
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
          // So that the same file can be chosen again.
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
        {isThere ? 'Change' : 'Choose'} {what}
      </Button>
      {isThere && (
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
