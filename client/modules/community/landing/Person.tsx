import type { ReactNode } from 'react'

import styles from './Hall.module.css'

export interface PersonLook {
  hair: 'bob' | 'short' | 'scarf' | 'beard' | 'bun' | 'curls'
  /** 1 looks to the right, -1 to the left. */
  facing: 1 | -1
  coat: 'gold' | 'accent' | 'plain'
  skin: 'light' | 'middle' | 'deep'
}

const CAP = 'M-18 -1C-20 -26 20 -27 18.5 -3C11 -13 -6 -14 -10 -8C-12 -5 -14 -2 -18 -1Z'

const HAIR: Record<PersonLook['hair'], ReactNode> = {
  bob: <path d="M-20 16C-26 -30 24 -30 19 -2C12 -12 0 -14 -7 -9C-9 0 -8 10 -10 17Z" />,
  short: <path d={CAP} />,
  scarf: (
    <path d="M-22 26C-26 -8 -18 -23 0 -23C17 -23 20 -10 16 -6C4 -14 -8 -8 -7 4C-6 14 2 18 6 18C2 26 -8 30 -22 26Z" />
  ),
  beard: <path d="M-17 2C-12 6 -4 2 2 5C8 7 13 5 17 3C18 20 4 25 -4 21C-12 17 -17 10 -17 2Z" />,
  bun: (
    <>
      <circle cx="-15" cy="-17" r="8" />
      <path d={CAP} />
    </>
  ),
  curls: (
    <>
      {[
        [-17, -3],
        [-14, -13],
        [-6, -19],
        [4, -20],
        [12, -17],
      ].map(([cx, cy]) => (
        <circle key={cx} cx={cx} cy={cy} r="7" />
      ))}
    </>
  ),
}

/** Head and shoulders, half turned. */
export const Person = ({ hair, facing, coat, skin, transform }: PersonLook & { transform: string }) => (
  <g transform={transform}>
    <g transform={`scale(${facing} 1)`}>
      <path d="M-36 66C-36 38 -24 28 -9 25L9 25C24 28 36 38 36 66Z" className={styles[coat]} />
      <g className={styles[skin]}>
        <path d="M-7 14V26Q0 33 7 26V14Z" />
        <path d="M16.5 -5C22 1 23 5 17 6C14 14 8 17.5 0 17.5A17.5 17.5 0 1 1 16.5 -5Z" />
      </g>
      <circle cx="9" cy="-1" r="1.8" className={styles.eye} />
      <g className={styles.hair}>{HAIR[hair]}</g>
    </g>
  </g>
)
