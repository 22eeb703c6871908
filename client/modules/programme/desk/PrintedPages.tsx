import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

import * as m from '#shared/events/messages.ts'

import styles from './print.module.css'

interface Props {
  pages: readonly ReactNode[]
  paper?: 'A4' | 'A6'
}

/** Shows the first page, and prints all of them instead of the screen. */
export const PrintedPages = ({ pages, paper = 'A4' }: Props) => (
  <>
    <section className={styles.preview} aria-label={m.deskPrintPreview()}>
      {pages[0]}
    </section>
    {createPortal(
      <div className={styles.sheet} data-paper={paper}>
        {pages}
      </div>,
      document.body,
    )}
  </>
)
