import { type InputHTMLAttributes, useState } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Field, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'

interface PasswordFieldProps
  extends
    FieldProps,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'type' | 'className' | 'style'> {
  /** Distinguishes the two passwords of a form. */
  kind?: 'current' | 'new' | 'only'
  name: string
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ label, kind = 'only', error, hint, onChange, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className={styles.secret}>
          <input
            spellCheck={false}
            autoCapitalize="none"
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            className={styles.control}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            className={styles.reveal}
            aria-label={(shown ? m.passwordHideLabel : m.passwordShowLabel)({ kind })}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? m.passwordHide() : m.passwordShow()}
          </button>
        </div>
      )}
    </Field>
  )
}
