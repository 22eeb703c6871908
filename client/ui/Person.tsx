import { Link } from 'react-router-dom'

import { Avatar } from './Avatar.tsx'
import styles from './Person.module.css'

interface Props {
  name: string
  /** Under the name, such as headline and company; empty ones are left out. */
  lines: readonly (string | undefined)[]
  to: string
}

/** Someone in a list: picture or initials, name, and what helps to place them. */
export function Person({ name, lines, to }: Props) {
  return (
    <Link to={to} className={styles.person}>
      <Avatar name={name} />
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        {lines.filter(Boolean).map((line) => (
          <span key={line} className={styles.line}>
            {line}
          </span>
        ))}
      </span>
    </Link>
  )
}
