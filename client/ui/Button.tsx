import type { ComponentProps, MouseEvent } from 'react'

import styles from './Button.module.css'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** Text to show while the work runs; presses do nothing until it is false again. */
  busy?: false | string
}

export function Button({
  variant = 'primary',
  busy = false,
  disabled,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const idle = busy === false
  // Uses aria-disabled rather than disabled while busy: a disabled button would lose the focus.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (idle) onClick?.(event)
    else event.preventDefault()
  }
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      aria-disabled={!idle || undefined}
      className={classNames(styles.button, styles[variant], className)}
      onClick={press}
    >
      {idle ? (
        children
      ) : (
        <>
          <span className={styles.turning} aria-hidden="true" />
          <span aria-live="polite">{busy}</span>
        </>
      )}
    </button>
  )
}
