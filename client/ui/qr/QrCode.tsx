import { Suspense } from 'react'

import { lazyPart } from '#client/lib/lazy-part.ts'
import { Spinner } from '#client/ui/Spinner.tsx'

import styles from './QrCode.module.css'

interface Props {
  text: string
  /** Accessible name: the purpose of the code. */
  label: string
}

const QrPicture = lazyPart(() => import('./QrPicture.tsx'), 'QrPicture')

/** Fills the width of its container, dark on white in either theme: scanners do not read inverted codes. */
export const QrCode = ({ text, label }: Props) => (
  <figure className={styles.paper} aria-label={label}>
    <Suspense fallback={<Spinner />}>
      <QrPicture text={text} />
    </Suspense>
  </figure>
)
