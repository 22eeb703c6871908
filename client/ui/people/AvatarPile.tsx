import { Avatar } from './Avatar.tsx'
import styles from './AvatarPile.module.css'

interface Props {
  people: readonly { id: string; displayName: string; photo?: string | undefined }[]
}

/** Overlapping pictures of people. Decorative: names or numbers are beside it as text. */
export const AvatarPile = ({ people }: Props) => (
  <span className={styles.pile} aria-hidden="true">
    {people.map(({ id, displayName, photo }) => (
      <Avatar key={id} name={displayName} photo={photo} size="small" />
    ))}
  </span>
)
