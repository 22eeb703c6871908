import { useState } from 'react'

import { imageUrl } from '#shared/lib/image-rules.ts'
import { classNames } from '#client/ui/class-names.ts'

import styles from './Avatar.module.css'
import { initialsOf } from './initials.ts'

interface AvatarProps {
  name: string
  /** Id of the photo; without one that loads, the initials are shown. */
  photo?: string | undefined
  size?: 'small' | 'medium' | 'large' | 'huge'
}

const TONES = 6

/** Decorative: the name is always next to it as text, so it is hidden from assistive technology. */
export function Avatar({ name, photo, size = 'medium' }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const className = classNames(styles.avatar, styles[size])
  if (photo && photo !== failed) {
    const src = imageUrl(photo, size === 'small' || size === 'medium' ? 'small' : undefined)
    return (
      <img
        className={className}
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailed(photo)}
      />
    )
  }
  return (
    <span
      className={className}
      data-tone={toneOf(name)}
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  )
}

function toneOf(name: string) {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % TONES
}
