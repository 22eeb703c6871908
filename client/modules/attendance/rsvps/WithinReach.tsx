import { type ReactNode, useEffect, useRef, useState } from 'react'

import styles from './rsvp.module.css'

/** On a phone its content stays at the foot of the screen, under the thumb, while its place is out of view. */
export function WithinReach({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isOutOfView, setOutOfView] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver((entries) => setOutOfView(!entries.at(-1)?.isIntersecting))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className={styles.place}>
      <div className={styles.reachable} data-out-of-view={isOutOfView || undefined}>
        {children}
      </div>
    </div>
  )
}
