const MOTIFS = ['arches', 'circles', 'waves', 'sprout', 'table', 'mountains', 'book', 'lights'] as const

/** Colours in CSS. */
const TINTS = [
  'var(--accent)',
  'var(--gold)',
  'light-dark(#35567d, #9dbbe0)',
  'light-dark(#7a4b6b, #d8aecb)',
] as const

/** Always the same for an event: the motif by its first tag, so that a topic is recognised, the colour by its title. */
export const motifOf = ({ title, tags }: { title: string; tags: readonly string[] }) => ({
  motif: MOTIFS[seedOf(tags[0] ?? title) % MOTIFS.length]!,
  tint: TINTS[seedOf(title) % TINTS.length]!,
})

function seedOf(text: string) {
  const seed = [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 65_521, 7)
  return seed >> 3
}
