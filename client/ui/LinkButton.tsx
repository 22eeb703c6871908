import { Link, type LinkProps } from 'react-router-dom'

import type { ButtonVariant } from './Button.tsx'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'

interface LinkButtonProps extends LinkProps {
  variant?: ButtonVariant
}

/** A link that looks like a button. For actions, use Button. */
export const LinkButton = ({ variant = 'primary', className, ...rest }: LinkButtonProps) => (
  <Link viewTransition {...rest} className={classNames(styles.button, styles[variant], className)} />
)
