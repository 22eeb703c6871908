import type { ReactNode } from 'react'

import styles from './Arcade.module.css'

const BAY = 128
const FOOT = 236

/** Contents of the arches, with the open door in the middle. */
const BAYS: readonly ReactNode[] = [
  <Panes key="panes-1" />,
  <Lamp key="lamp-1" />,
  <Tree key="tree-1" />,
  <Banner key="banner-1" />,
  <Rose key="rose-1" />,
  <Door key="door" />,
  <Rose key="rose-2" />,
  <Banner key="banner-2" />,
  <Tree key="tree-2" />,
  <Lamp key="lamp-2" />,
  <Panes key="panes-2" />,
]

/** The front of a hall. On phones, only the door and its neighbours are visible. */
export const Arcade = () => (
  <svg
    viewBox={`${(-BAYS.length * BAY) / 2} 0 ${BAYS.length * BAY} 260`}
    preserveAspectRatio="xMidYMax slice"
    className={styles.arcade}
    aria-hidden="true"
  >
    <path d={`M-2000 ${FOOT}h4000V260h-4000Z`} className={styles.steps} />
    <path d="M-2000 34h4000M-2000 26h4000M-2000 248h4000" className={styles.line} />
    {BAYS.map((content, index) => (
      <g key={index} transform={`translate(${(index - (BAYS.length - 1) / 2) * BAY} 0)`}>
        <path d={`M-52 ${FOOT}V110a52 52 0 0 1 104 0V${FOOT}`} className={styles.arch} />
        <path d={`M-44 ${FOOT}V110a44 44 0 0 1 88 0V${FOOT}Z`} className={styles.opening} />
        {content}
        <path d={`M58 ${FOOT}V112M70 ${FOOT}V112M54 112h20M54 104h20M54 228h20`} className={styles.line} />
      </g>
    ))}
  </svg>
)

function Panes() {
  return (
    <path
      d={`M0 66V${FOOT}M-44 110h88M-44 152h88M-44 194h88M-22 72V${FOOT}M22 72V${FOOT}`}
      className={styles.fine}
    />
  )
}

function Lamp() {
  return (
    <g>
      <path d="M0 66v48" className={styles.fine} />
      <path d="M-18 132a18 18 0 0 1 36 0Z" className={styles.shade} />
      <circle cy="137" r="5" className={styles.sun} />
    </g>
  )
}

function Tree() {
  return (
    <g>
      <path d="M-20 236l-4-34h48l-4 34Z" className={styles.pot} />
      <path d="M0 202V116" className={styles.fine} />
      {[192, 166, 140].map((y) => (
        <path
          key={y}
          d={`M0 ${y}c-20 0-28-12-28-26 17 0 28 10 28 26ZM0 ${y - 8}c0-16 10-26 27-26 0 15-9 26-27 26Z`}
          className={styles.leaf}
        />
      ))}
      <path d="M0 118c-9-8-9-20 0-30 9 10 9 22 0 30Z" className={styles.leaf} />
    </g>
  )
}

function Banner() {
  return (
    <g>
      <path d="M-34 96h68" className={styles.line} />
      <path d="M-26 96h52v84l-26 20-26-20Z" className={styles.banner} />
      <path d="M-12 164v-22a12 12 0 0 1 24 0v22Z" className={styles.emblem} />
    </g>
  )
}

function Rose() {
  return (
    <g transform="translate(0 112)" className={styles.rose}>
      <circle r="32" />
      {Array.from({ length: 8 }, (_, petal) => (
        <ellipse key={petal} cy="-17" rx="7" ry="12" transform={`rotate(${petal * 45})`} />
      ))}
      <circle r="5" className={styles.sun} />
      <path d="M-44 46h88M0 46v78M-22 46v78M22 46v78" />
    </g>
  )
}

function Door() {
  return (
    <g>
      <path d={`M-44 ${FOOT}V110a44 44 0 0 1 88 0V${FOOT}Z`} className={styles.light} />
      <path d={`M-44 ${FOOT}V110a44 44 0 0 1 14-32l12 22V${FOOT + 14}Z`} className={styles.leafOfDoor} />
      <path d={`M44 ${FOOT}V110a44 44 0 0 0-14-32l-12 22V${FOOT + 14}Z`} className={styles.leafOfDoor} />
      <circle cx="-23" cy="176" r="2.6" className={styles.sun} />
      <circle cx="23" cy="176" r="2.6" className={styles.sun} />
    </g>
  )
}
