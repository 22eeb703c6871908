import { Link } from 'react-router-dom'

import { imageUrl } from '#shared/image-rules.ts'

import { Avatar } from './Avatar.tsx'
import styles from './Person.module.css'

interface Props {
  name: string
  /** Id of the picture, where the viewer may see one. */
  photo?: string | undefined
  /** Under the name, such as headline and company; empty ones are left out. */
  lines: readonly (string | undefined)[]
  to: string
}

/** Someone in a list: picture or initials, name, and what helps to place them. */
export function Person({ name, photo, lines, to }: Props) {
  return (
    <Link to={to} className={styles.person}>
      <Avatar name={name} photo={photo && imageUrl(photo)} />
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
