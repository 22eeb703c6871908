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
  /** The profile; absent where the viewer may not open it. */
  to?: string | undefined
}

/** Someone in a list: picture or initials, name, and what helps to place them. */
export function Person({ name, photo, lines, to }: Props) {
  const content = (
    <>
      <Avatar name={name} photo={photo && imageUrl(photo)} />
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        {[...new Set(lines)].filter(Boolean).map((line) => (
          <span key={line} className={styles.line}>
            {line}
          </span>
        ))}
      </span>
    </>
  )
  if (to === undefined) return <span className={styles.person}>{content}</span>
  return (
    <Link to={to} className={styles.person}>
      {content}
    </Link>
  )
}
