import { useRef } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

export type PictureKind = 'photo' | 'cover' | 'logo' | 'picture'

interface Props {
  kind: PictureKind
  name: string
  hasPicture: boolean
  busy: boolean
  invalid: boolean
  describedBy: string
  onFile: (file: File) => void
  onRemove: () => void
}

export function PictureButtons({
  kind,
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
    <div className={patterns.chips}>
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
        busy={busy && m.pictureOpening()}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {hasPicture ? m.pictureChange({ kind }) : m.pictureChoose({ kind })}
      </Button>
      {hasPicture && (
        <Button
          variant="quiet"
          onClick={() => {
            onRemove()
            chooser.current?.focus()
          }}
        >
          {m.pictureRemove({ kind })}
        </Button>
      )}
    </div>
  )
}
