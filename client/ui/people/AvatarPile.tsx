import { Avatar } from './Avatar.tsx'
import styles from './AvatarPile.module.css'

interface Props {
  people: readonly { id: string; displayName: string; photo?: string | undefined }[]
  /** Number of people without a picture here. */
  more?: number
}

/** Overlapping pictures of people. Decorative: names or numbers are beside it as text. */
export const AvatarPile = ({ people, more = 0 }: Props) => (
  <span className={styles.pile} aria-hidden="true">
    {people.map(({ id, displayName, photo }) => (
      <Avatar key={id} name={displayName} photo={photo} size="small" />
    ))}
    {more > 0 && <span className={styles.more}>+{more}</span>}
  </span>
)
