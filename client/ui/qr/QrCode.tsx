import { lazy, Suspense } from 'react'

import { Spinner } from '#client/ui/Spinner.tsx'

import styles from './QrCode.module.css'

interface Props {
  text: string
  /** Accessible name: what the code is for. */
  label: string
}

const QrPicture = lazy(() => import('./QrPicture.tsx'))

/** As wide as its place, dark on white in either theme: scanners do not read it the other way round. */
export const QrCode = ({ text, label }: Props) => (
  <figure className={styles.paper} aria-label={label}>
    <Suspense fallback={<Spinner />}>
      <QrPicture text={text} />
    </Suspense>
  </figure>
)
