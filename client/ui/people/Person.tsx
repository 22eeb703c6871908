import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { Avatar } from './Avatar.tsx'
import styles from './Person.module.css'

interface Props {
  name: string
  /** Id of the picture, if the viewer may see one. */
  photo?: string | undefined
  /** Lines under the name, such as headline and company; empty ones are left out. */
  lines: readonly (string | undefined)[]
  /** Marks what a search has found in a text. */
  mark?: (text: string) => ReactNode
  /** A last line. */
  children?: ReactNode
  /** Path of the profile. Undefined if the viewer may not open it. */
  to?: string | undefined
}

/** A person in a list: picture or initials, name, and identifying details. */
export function Person({ name, photo, lines, mark = String, children, to }: Props) {
  const content = (
    <>
      <Avatar name={name} photo={photo} />
      <span className={styles.text}>
        <span className={styles.name}>{mark(name)}</span>
        {[...new Set(lines)].filter(Boolean).map((line) => (
          <span key={line} className={styles.line}>
            {mark(line ?? '')}
          </span>
        ))}
        {children && <span className={styles.line}>{children}</span>}
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
