import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal'

type Syntax = ReturnType<typeof gfmAutolinkLiteral>

/**
 * Syntax that turns addresses of pages into links. It leaves email addresses to the transform of the tree, which
 * finds them as well: the parser would try each word, and look back for an open bracket each time.
 */
export function pageAddresses(): Syntax {
  const text: NonNullable<Syntax['text']> = {}
  for (const [code, constructs] of Object.entries(gfmAutolinkLiteral().text ?? {})) {
    const ofPages = [constructs ?? []].flat().filter(({ name }) => name !== 'emailAutolink')
    if (ofPages.length > 0) text[Number(code)] = ofPages
  }
  return { text }
}
