import { join } from 'node:path'

const COVERS = join(import.meta.dirname, 'covers')
export const COVER_NAMES = ['table', 'workshop', 'town', 'mountains'] as const
export type Cover = (typeof COVER_NAMES)[number]

export const coverFile = (cover: Cover) => join(COVERS, `${cover}.webp`)

const stool = (x: number, color: string) =>
  `<path d="M${x} 470h110v18H${x}zM${x + 12} 488l-14 132h18l14-132zM${x + 98} 488l14 132h-18l-14-132z" fill="${color}"/>`
const house = (x: number, height: number, color: string) =>
  `<path d="M${x} ${640 - height}l70-60 70 60v${height}H${x}z" fill="${color}"/>${[0, 1]
    .map((column) =>
      Array.from(
        { length: Math.floor(height / 90) },
        (_, row) =>
          `<rect x="${x + 28 + column * 56}" y="${670 - height + row * 84}" width="30" height="44" rx="4" fill="#fbfaf7" opacity=".8"/>`,
      ).join(''),
    )
    .join('')}`
const plate = (x: number) =>
  `<ellipse cx="${x}" cy="452" rx="74" ry="20" fill="#fbfaf7"/><ellipse cx="${x}" cy="448" rx="44" ry="11" fill="#e6e1d6"/>`

const SCENES: Record<Cover, { sky: string; scene: string }> = {
  table: {
    sky: '#efe6d2',
    scene: `<circle cx="1010" cy="190" r="90" fill="#e2b867"/><path d="M90 440h1100v60H90z" fill="#8a5a3a"/><path d="M150 500h44v220h-44zM1086 500h44v220h-44z" fill="#6e4530"/>${[230, 420, 850, 1040].map(plate).join('')}<path d="M560 440c-10-90 170-90 160 0z" fill="#c98f4e"/><path d="M596 400l20 22M636 388l14 26M676 396l4 24" stroke="#8a5a3a" stroke-width="8" stroke-linecap="round"/>`,
  },
  workshop: {
    sky: '#dfe4da',
    scene: `<path d="M0 620h1280v100H0z" fill="#b9a184"/><path d="M120 360h640v26H120z" fill="#7a5330"/><path d="M150 386h26v234h-26zM704 386h26v234h-26z" fill="#5e3f26"/><path d="M210 320h210v40H210z" fill="#d2a064"/><path d="M470 300l120 44-8 16-120-40z" fill="#5d6b6b"/>${stool(860, '#1f5d4c')}${stool(1040, '#8f6a1e')}<path d="M240 120v120M320 110v130M400 130v110" stroke="#5d6b6b" stroke-width="14" stroke-linecap="round"/>`,
  },
  town: {
    sky: '#d9e2ea',
    scene: `<path d="M0 640h1280v80H0z" fill="#5d6b3a"/>${house(80, 260, '#7a3b34')}${house(250, 340, '#37506b')}${house(420, 220, '#8f6a1e')}${house(700, 300, '#1f5d4c')}${house(870, 400, '#4f4a63')}${house(1040, 240, '#9b5d3c')}<circle cx="620" cy="600" r="46" fill="#3f5a2c"/><path d="M612 600h16v60h-16z" fill="#5e3f26"/>`,
  },
  mountains: {
    sky: '#e4e0ee',
    scene: `<circle cx="300" cy="200" r="70" fill="#f1d79a"/><path d="M0 720l360-440 260 300 220-260 440 400z" fill="#4f6b78"/><path d="M360 280l-84 104 60-14 40 30 44-40 30 22zM840 320l-60 70 44-10 30 26 40-28 26 10z" fill="#fbfaf7"/><path d="M0 720l240-190 300 150 300-170 440 210z" fill="#1f5d4c"/>`,
  },
}

/** A drawn scene, 1280 × 720. */
export const coverDrawing = (cover: Cover) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720"><rect width="1280" height="720" fill="${SCENES[cover].sky}"/>${SCENES[cover].scene}</svg>`
