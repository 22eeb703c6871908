import { join } from 'node:path'

const PORTRAITS = join(import.meta.dirname, 'portraits')
export const portraitFile = (uid: string) => join(PORTRAITS, `${uid}.webp`)
