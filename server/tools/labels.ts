import { catalogueFragments, fragmentsOf, sources } from './source-texts.ts'

/** Texts of sample members, which pictures of the demo show too. */
const SAMPLE_DATA = /^server\/demo\//

const withoutEnd = (text: string) => text.replace(/[\s(:…]+$/, '')

const labels = new Set(
  [
    ...sources()
      .filter((file) => !SAMPLE_DATA.test(file))
      .flatMap(fragmentsOf),
    ...catalogueFragments(),
  ]
    .filter((text) => /^[A-Z+]|\w \w/.test(text))
    .map(withoutEnd),
)

/** Whether the product contains this text. An ellipsis stands for a value. */
export const isLabel = (text: string) =>
  text
    .split('…')
    .map((part) => withoutEnd(part.trim()))
    .every((part) => part === '' || labels.has(part))
